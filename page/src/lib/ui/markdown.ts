/** As much Markdown as the rules are written in: headings, paragraphs, lists, tables, code, emphasis. Everything else stays text.
 *
 * The text is escaped first, so that nothing in it can become markup of its own.
 */

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

function inline(text: string): string {
  const parts = escaped(text).split(/(`[^`]*`)/);
  return parts
    .map((part) =>
      part.startsWith('`') && part.length > 1
        ? `<code>${part.slice(1, -1)}</code>`
        : part
            .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replace(/\*([^*\s][^*]*)\*/g, '<em>$1</em>')
            .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1'),
    )
    .join('');
}

const cells = (line: string): string[] => line.trim().replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, '|'));

function table(lines: string[]): string {
  const [head, , ...rows] = lines;
  const row = (line: string, tag: string): string => `<tr>${cells(line).map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row(head ?? '', 'th')}</thead><tbody>${rows.map((line) => row(line, 'td')).join('')}</tbody></table>`;
}

export function markdown(source: string): string {
  const code: string[] = [];
  const marked = source.replace(/^```[^\n]*\n([\s\S]*?)^```/gm, (_, body: string) => `\n\n\u0000${code.push(body) - 1}\n\n`);
  return marked
    .split(/\n\s*\n/)
    .map((block) => block.replace(/^\n+|\s+$/g, ''))
    .filter(Boolean)
    .map((block) => {
      const lines = block.split('\n');
      const heading = /^(#{1,4}) (.*)/.exec(block);
      if (heading) {
        const level = Math.min(heading[1]!.length + 2, 6);
        const rest = lines.slice(1).join('\n').trim();
        return `<h${level}>${inline(heading[2]!)}</h${level}>${rest ? markdown(rest) : ''}`;
      }
      if (block.startsWith('\u0000')) return `<pre>${escaped(code[Number(block.slice(1))] ?? '')}</pre>`;
      if (lines.length > 1 && /^\|?[\s:|-]+\|[\s:|-]*$/.test(lines[1]!)) return table(lines);
      if (/^[-*] /.test(block)) return `<ul>${block.split(/\n(?=[-*] )/).map((item) => `<li>${inline(item.slice(2))}</li>`).join('')}</ul>`;
      return `<p>${inline(block)}</p>`;
    })
    .join('\n');
}
