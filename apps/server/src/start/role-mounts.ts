import type { Role } from '@auspex/api'
import { answerProblem } from '../gateway/answer-problem.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { Handler } from '../gateway/guard-answer.ts'

/** What monitors of every process ask. */
const healthPath = /^\/api\/health\/\w+(\?|$)/

/** Opens what a process answers; the parts of other roles are inside and not reachable. */
export function mountOperationsOf(role: Role, mount: Gateway['mount'], handler: Handler): void {
  const isOpen = { api: role === 'all' || role === 'api', assistant: role !== 'worker' }
  mount('/api', isOpen.api ? handler : refuseUnlessHealth(role, handler))
  if (isOpen.assistant) mount('/assistant', handler)
  if (role === 'worker') mount('/', refuse(role))
}

function refuseUnlessHealth(role: Role, handler: Handler): Handler {
  const refused = refuse(role)
  return (request, response) => (healthPath.test(request.url ?? '') ? handler : refused)(request, response)
}

function refuse(role: Role): Handler {
  return (_request, response) =>
    answerProblem(response, {
      status: 404,
      code: 'request.not_found',
      title: 'This process does not answer that',
      detail: `It was started with --role ${role}. Ask one that was started with --role api.`,
    })
}
