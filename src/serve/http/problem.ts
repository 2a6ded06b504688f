import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type InputFault, PROBLEMS, Problem, type ProblemCode } from '../../errors.ts';
import type { Logger } from '../../platform/telemetry/port.ts';

/** ALL-1: every error answer is `application/problem+json` (RFC 9457) and says what was wrong and where. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail?: string;
  code: ProblemCode;
  faults?: readonly Omit<InputFault, 'reason'>[];
  traceId?: string;
}

/** Converts anything thrown to a Problem. An unexpected error becomes `internal`, without details. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const known = isFastifyError(error) ? fromFastify(error) : undefined;
  return known ?? new Problem('internal', undefined, { cause: error });
}

export function problemDocument(problem: Problem, traceId: string | undefined): ProblemDocument {
  const { title, status } = PROBLEMS[problem.code];
  return {
    type: `/api/docs#error-${problem.code}`,
    title,
    status,
    ...(problem.message !== title && problem.code !== 'internal' ? { detail: problem.message } : {}),
    code: problem.code,
    ...(problem.faults.length > 0 ? { faults: problem.faults.map(shownFault) } : {}),
    ...(traceId ? { traceId } : {}),
  };
}

function shownFault({ in: where, at, message }: InputFault): Omit<InputFault, 'reason'> {
  return { in: where, at, message };
}

export function sendProblem(
  reply: FastifyReply,
  problem: Problem,
  traceId: string | undefined,
): FastifyReply {
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds));
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="broadsheet"');
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problemDocument(problem, traceId));
}

/** Logs our own failures in full. Of a client error the request line is enough. */
export function logProblem(log: Logger, problem: Problem, request: FastifyRequest): void {
  if (problem.code === 'internal') {
    log.error('http.request_failed', {
      route: request.routeOptions.url,
      method: request.method,
      error: problem.cause,
    });
  }
}

function fromFastify(error: FastifyError): Problem | undefined {
  if (error.validation) return invalid(error);
  const code = FASTIFY_CODES[error.code];
  if (code) return new Problem(code, undefined, { cause: error });
  // Any other 4xx of Fastify or a plugin is about the request; its status is the message.
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500)
    return new Problem('malformed-request', STATUS_CODES[status], { cause: error });
  return undefined;
}

function invalid(error: FastifyError): Problem {
  const where = PARTS[error.validationContext ?? 'body'] ?? 'body';
  const faults = (error.validation ?? []).map(fault => ({
    in: where,
    at: pointer(fault.instancePath, fault.params),
    message: fault.message ?? 'is not acceptable',
  }));
  const first = faults[0];
  const detail = first ? `${first.in} ${first.at || 'as a whole'} ${first.message}` : undefined;
  return new Problem('validation-failed', detail, { faults });
}

/** A missing or additional property is reported at that property, not at the object around it. */
function pointer(path: string, params: Record<string, unknown>): string {
  const property = params['missingProperty'] ?? params['additionalProperty'];
  return typeof property === 'string' ? `${path}/${property.slice(0, 100)}` : path;
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && ('code' in error || 'validation' in error || 'statusCode' in error);
}

const PARTS: Record<string, InputFault['in']> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};

const FASTIFY_CODES: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed-body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed-body',
  FST_ERR_NOT_FOUND: 'not-found',
  FST_ERR_BAD_URL: 'not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
  FST_ERR_HANDLER_TIMEOUT: 'timed-out',
};
