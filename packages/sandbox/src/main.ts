#!/usr/bin/env node
import { versions } from 'node:process';

// Checks the version first: on an older Node, the command's imports fail with an obscure error.
const { node } = versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 19)) {
  await import('./command.ts');
} else {
  process.stderr.write(`precandidate-sandbox needs Node 22.19 or newer; this is Node ${node}.\n`);
  process.exitCode = 1;
}
