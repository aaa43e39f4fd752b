import { nothing, refuse, type Scenario, type ScenarioValue } from './scenario.ts'

const seconds: Omit<ScenarioValue, 'fallback'> = { unit: 'seconds', min: 0, max: 3600 }
const serverFailure = { code: 'request.failed', title: 'Something went wrong on our side' }

/** Scenarios that return one of the contract's failures. */
export const refusals: readonly Scenario[] = [
  {
    name: 'flaky',
    summary: 'Answers 500 to this share of requests, drawn from the seed.',
    needs: 500,
    value: { unit: 'percent', min: 0, max: 100, fallback: 20 },
    effect: (percent, random) =>
      random.chance(percent / 100) ? refuse({ status: 500, problem: serverFailure }) : nothing,
  },
  {
    name: 'expired-token',
    summary: 'Answers 401 invalid_token, as for an access token that ran out.',
    needs: 401,
    value: null,
    effect: () =>
      refuse({
        status: 401,
        problem: {
          code: 'identity.invalid_token',
          title: 'The access token has expired',
          detail: 'Renew it and try again.',
        },
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      }),
  },
  {
    name: 'forbidden',
    summary: 'Answers 403, as for a person without the role or the module.',
    needs: 403,
    value: null,
    effect: () => refuse({ status: 403 }),
  },
  {
    name: 'not-found',
    summary: 'Answers 404, as for a deleted item or one of another tenant.',
    needs: 404,
    value: null,
    effect: () => refuse({ status: 404 }),
  },
  {
    name: 'conflict',
    summary: 'Answers 409, as for an item whose state does not allow the call.',
    needs: 409,
    value: null,
    effect: () => refuse({ status: 409 }),
  },
  {
    name: 'rate-limited',
    summary: 'Answers 429 with this Retry-After in seconds.',
    needs: 429,
    value: { ...seconds, fallback: 20 },
    effect: (wait) =>
      refuse({
        status: 429,
        problem: { code: 'request.rate_limited', title: 'Too many requests', detail: tryAgainIn(wait) },
        headers: { 'retry-after': String(wait) },
      }),
  },
  {
    name: 'server-error',
    summary: 'Answers 500 to this many requests, then recovers; without a number it stays active.',
    needs: 500,
    value: { unit: 'requests', min: 1, max: 1_000_000, fallback: 0 },
    isBurst: true,
    effect: () => refuse({ status: 500, problem: serverFailure }),
  },
  {
    name: 'maintenance',
    summary: 'Answers 503 with this Retry-After in seconds.',
    needs: 503,
    value: { ...seconds, fallback: 10 },
    effect: (wait) =>
      refuse({
        status: 503,
        problem: {
          code: 'request.maintenance',
          title: 'Auspex is being maintained',
          detail: tryAgainIn(wait),
        },
        headers: { 'retry-after': String(wait) },
      }),
  },
]

function tryAgainIn(wait: number): string {
  return `Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`
}
