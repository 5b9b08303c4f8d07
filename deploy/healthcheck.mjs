// The health check of an image: ready means that the process and all it cannot do without answer.
const { OPS_PORT: port = 9000 } = process.env;
const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
process.exit(response.ok ? 0 : 1);
