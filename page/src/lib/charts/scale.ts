/** Round numbers for an axis: at most `count` steps between two values. */
export function ticks(low: number, high: number, count = 4): number[] {
  const span = high - low || 1;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((each) => each >= rough) ?? rough;
  const first = Math.ceil(low / step);
  const found: number[] = [];
  for (let at = first; at * step <= high + step * 1e-9; at += 1) found.push(Number((at * step).toPrecision(12)));
  return found;
}
