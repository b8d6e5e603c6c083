import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

// `npm run dev` beside `croupier serve`: the API is the server's, the page is rebuilt as you type.
export default defineConfig({
  plugins: [sveltekit()],
  build: { target: 'es2022' },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
});
