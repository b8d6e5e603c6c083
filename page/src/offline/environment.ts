/** In place of SvelteKit's `$app/environment`: the file is only ever opened in a browser. */
export const browser = true;
