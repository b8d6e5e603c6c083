/** The replay as one file: the match is in the page, nothing is fetched. */
import { mount } from 'svelte';
import '../app.css';
import type { Film } from './film.svelte';
import Offline from './Offline.svelte';

/** The data as croupier.match.replay.page writes it: JSON, compressed, in base 64. */
async function unpack(text: string): Promise<Film> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return (await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).json()) as Film;
}

const target = document.getElementById('app')!;
unpack(document.getElementById('match')!.textContent!)
  .then((film) => mount(Offline, { target, props: { film } }))
  .catch((error: unknown) => (target.textContent = `This replay cannot be read: ${String(error)}`));
