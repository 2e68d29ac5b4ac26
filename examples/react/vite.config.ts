import { defineConfig } from 'vite';

// `npm run dev` serves the page; server.mjs, which has the key, creates the sessions.
export default defineConfig({ server: { proxy: { '/session': 'http://127.0.0.1:4110' } } });
