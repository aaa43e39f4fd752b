import { type ContractDocument, resolve, type ResponseObject } from '@auspex/contract'

/** One request of the mix. */
export interface Call {
  kind: 'list' | 'read' | 'write' | 'invalid'
  method: string
  path: string
  body: string | null
}

const topic = JSON.stringify({ query_term: 'oat milk' })

/** Four lists, three reads by id, two valid writes and an invalid one; the caller repeats them. */
export function readMix(document: ContractDocument): Call[] {
  const list: Call = { kind: 'list', method: 'GET', path: '/users/inbox-list?page=1&perPage=20', body: null }
  const read: Call = { kind: 'read', method: 'GET', path: `/signal/json/${signalId(document)}`, body: null }
  const write: Call = { kind: 'write', method: 'POST', path: '/explore/topicQuery', body: topic }
  const invalid: Call = { ...write, kind: 'invalid', body: '{"query_term":7,"surprise":true}' }
  return [list, read, list, write, read, list, invalid, list, read, write]
}

/** The id of the signal in the contract's examples. */
function signalId(document: ContractDocument): string {
  const response = document.paths['/explore/topicQuery']?.post?.responses['200']
  const media = response && resolve<ResponseObject>(document, response).content?.['application/json']
  const [named] = Object.values(media?.examples ?? {}).map((each) => resolve<{ value?: unknown }>(document, each))
  const example = (media?.example ?? named?.value) as { signal_id?: string } | undefined // by the schema of searches
  if (example?.signal_id === undefined) throw new Error('The contract gives no example of a search')
  return example.signal_id
}
