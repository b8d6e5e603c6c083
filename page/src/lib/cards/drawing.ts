const SVG = /^(?:<\?xml[^>]*>\s*)?(<svg\b[^>]*>)/;

/**
 * The address of a card face that a game declares as SVG; empty if it is something else.
 *
 * It is shown as an image, never as part of the page: browsers run no script of an image and load nothing for it.
 */
export function drawingOf(face: string): string {
  const text = face.trim();
  const tag = SVG.exec(text)?.[1];
  if (!tag) return '';
  // Without its namespace an SVG is no image.
  const named = /\sxmlns\s*=/.test(tag) ? text : text.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  return `data:image/svg+xml,${encodeURIComponent(named)}`;
}
