import type { FastifyRequest } from 'fastify';

/** The path of a request without its query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/** Whether a path is not part of the simulated service: control or health. */
export function isControlPath(path: string): boolean {
  return path.startsWith('/_control') || path === '/healthz' || path === '/readyz';
}
