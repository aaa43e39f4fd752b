import { Refusal } from './refusal.ts'

/** An item of a collection is not there, or belongs to somebody else; callers cannot tell which. `code` is the contract's own name for it. */
export function notFound(collection: string, code = `${collection}.not_found`): Refusal {
  return new Refusal({
    status: 404,
    code,
    title: 'There is no such thing, or it belongs to someone else',
  })
}
