// Preloaded into a child of run-child.mjs: when the parent is gone, even by SIGKILL, stop orderly.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
