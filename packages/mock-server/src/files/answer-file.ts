import type { CheckedInput, FileRules } from '@auspex/contract'
import type { MockReply } from '../http/messages.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import type { Caller } from '../identity/caller.ts'
import type { ServedOperation } from '../replies/served-contract.ts'
import { valueAtPlace } from '../state/request-fields.ts'
import type { ResourceContext } from '../state/task.ts'
import { isReady, makeFile } from './made-files.ts'
import { bytesOf } from './uploads.ts'

/** Returns a file; null for one that exists only in the contract's examples. Throws a `Refusal`: 404, 409. */
export function answerFile(
  context: ResourceContext,
  { served, input, caller, rules }: { served: ServedOperation; input: CheckedInput; caller: Caller; rules: FileRules },
): MockReply | null {
  const { success, source, operation } = served
  const id = String(valueAtPlace(rules.id, input))
  const { made } = rules
  if (made === undefined) {
    const row = context.store.find(rules.collection, id)
    if (row === undefined) return null
    if (operation.secured && row.organizationId !== caller.organizationId)
      throw notFound(rules.collection, source['x-not-found'])
    return {
      status: success.status,
      headers: { ...success.headers, 'content-type': success.mediaType ?? 'application/octet-stream' },
      body: bytesOf(row),
    }
  }
  const collection = context.collections.get(rules.collection)
  const item = collection && context.repositoryOf(collection, caller, operation.permission?.tenancy ?? 'none').find(id)
  if (item === undefined) throw notFound(rules.collection, source['x-not-found'])
  if (!isReady(made, item)) throw new Refusal({ status: 409, code: made.code, title: 'The file is still being made' })
  const { mediaType, bytes } = makeFile({ context, caller, rules: made }, item)
  const name = String(item[made.name])
  const disposition = `attachment; filename="${name.replaceAll(/[^\w.-]/g, '-')}"; filename*=UTF-8''${encodeURIComponent(name)}`
  return {
    status: success.status,
    headers: { ...success.headers, 'content-type': mediaType, 'content-disposition': disposition },
    body: bytes,
  }
}
