/** Loaded into programs of Node: when the process that started them is gone, however it ended, they are asked to end. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
