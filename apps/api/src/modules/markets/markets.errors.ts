import { refusal } from '@auspex/contract/refusals'
import { CodedError } from '../../kernel/errors.ts'
import { retryAfterOf } from '../../kernel/retry-after.ts'

/** Every provider queried reports that the symbol does not exist. */
export function symbolNotFound(symbol: string, hint: string): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('prices.symbol_not_found'),
    title: `There are no prices of ${symbol}`,
    detail: hint,
  })
}

/** There are too few trading days for a forecast. */
export function tooFewDays(knownDays: number, needed: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'prices.too_few_days',
    title: `Only ${knownDays} trading days are known`,
    detail: `A forecast needs ${needed}. Import earlier closing prices from a CSV file, or set up a provider that reaches farther back.`,
  })
}

/** No provider is available for these prices. */
export function noProvider(message: string): CodedError {
  return new CodedError({ kind: 'conflict', code: 'prices.no_provider', title: message, detail: whatToDo })
}

/** Providers were queried and none returned prices. */
export function providersFailed(message: string, retryAfterMs: number | null): CodedError {
  return new CodedError({
    kind: 'unavailable',
    code: 'prices.providers_failed',
    title: message,
    detail: 'Try again later, or import closing prices from a CSV file.',
    ...retryAfterOf(retryAfterMs),
  })
}

/** Refuses to store real prices under a symbol of the demo. */
export function demoSymbolReserved(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'prices.demo_symbol',
    title: 'Symbols that begin with DEMO belong to the demo world',
    fields: [{ in: 'body', pointer: '/symbol', message: 'must not begin with DEMO' }],
  })
}

/** Prices of days without possible trading. Nothing of the request is stored. */
export function daysOutside(faults: readonly { place: number; day: string; fault: string }[]): CodedError {
  const [first] = faults
  return new CodedError({
    kind: 'invalid',
    code: 'prices.day_outside',
    title: `${faults.length === 1 ? 'A closing price is' : `${faults.length} closing prices are`} of a day that cannot be: ${first?.day ?? ''} is ${first?.fault ?? ''}`,
    detail: 'Prices are accepted from 1990 to two days from now. Remove these rows, and send the others again.',
    fields: faults
      .slice(0, 20)
      .map(({ place, fault }) => ({ in: 'body', pointer: `/closes/${place}/day`, message: `is ${fault}` })),
  })
}

export const whatToDo = 'Import closing prices from a CSV file (docs/import-format.md), or set ALPHA_VANTAGE_API_KEY.'
