// Preloaded by runForeground: stops this process when its parent is gone, even after SIGKILL.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
