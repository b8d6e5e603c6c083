import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

// The screen of a replay and the tables of all games as one HTML file with everything in it: a template that
// croupier.match.replay.page puts a match into. It knows neither routes nor a server.
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const OUT = at('build-offline');

const oneFile = (): Plugin => ({
  name: 'one-file',
  closeBundle() {
    const games = [...readFileSync(at('src/lib/games/tables.ts'), 'utf-8').matchAll(/^ {2}(\w+): \(\) => import/gm)].map((found) => found[1]);
    const parts: Record<string, string> = {
      '{{tables}}': games.join(' '),
      '{{style}}': readFileSync(`${OUT}/replay.css`, 'utf-8'),
      // Nothing in the script may end it.
      '{{script}}': readFileSync(`${OUT}/replay.js`, 'utf-8').replaceAll('</script', '<\\/script'),
    };
    const page = readFileSync(at('src/offline/template.html'), 'utf-8').replace(/\{\{(tables|style|script)\}\}/g, (found) => parts[found]!);
    writeFileSync(`${OUT}/living.html`, page);
    for (const made of ['replay.css', 'replay.js']) rmSync(`${OUT}/${made}`);
  },
});

export default defineConfig({
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess() }), oneFile()],
  publicDir: false,
  resolve: { alias: { $lib: at('src/lib'), '$app/environment': at('src/offline/environment.ts') } },
  build: {
    target: 'es2022',
    outDir: OUT,
    cssCodeSplit: false,
    lib: { entry: at('src/offline/main.ts'), formats: ['iife'], name: 'replay', fileName: () => 'replay.js', cssFileName: 'replay' },
  },
});
