import { type Contract, problemType } from '@auspex/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from './problem.ts'

/** British English, because American puts a comma before "or". */
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Answers an address that no operation has, or that has one under another method (405 with `Allow`). */
export function createNotFoundHandler(
  contract: Contract,
  { prefix, service }: { prefix: string; service: 'api' | 'assistant' },
) {
  const own = contract.operations.filter(({ isElsewhere }) => isElsewhere === (service === 'assistant'))
  const routes = own.map(({ path, method }) => ({
    method,
    pattern: new RegExp(`^${prefix}${path.replaceAll(/{\w+}/g, '[^/]+')}$`),
  }))
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    const requestId = request.id
    const body =
      allowed.length === 0
        ? problem({ status: 404, code: 'request.no_such_route', title: 'There is nothing at this address', requestId })
        : problem({
            status: 405,
            code: 'request.method_not_allowed',
            title: 'This address has no such method',
            detail: `Use ${alternatives.format(allowed)}.`,
            requestId,
          })
    if (allowed.length > 0) reply.header('allow', allowed.join(', '))
    reply.code(body.status).type(problemType).send(body)
  }
}
