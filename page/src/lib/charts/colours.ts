/** One colour for each seat or bot, told apart in light and dark and by most eyes. */
const COLOURS = ['#c2571a', '#2a78c2', '#2f8f5b', '#9a55c7', '#c23b5e', '#8a7a12', '#1f8f97', '#b0479a', '#5c8a1e', '#5566d8'];
export const colourOf = (number: number): string => COLOURS[number % COLOURS.length]!;
