import { Refusal } from './refusal.ts'

/** An item of a collection is not there, or belongs to somebody else; callers cannot tell which. */
export function notFound(collection: string): Refusal {
  return new Refusal({
    status: 404,
    code: `${collection}.not_found`,
    title: 'There is no such thing, or it belongs to someone else',
  })
}
