// npm run bench:proxy [-- --rounds 5 --seconds 4]: a cached schema from the proxy and from others;
// npm run bench:proxy -- --rates [--seconds 4]: requests per second of one process.
if (process.argv.includes('--rates')) await import('./rates.ts');
else await import('./against-others.ts');
