import {
  checkRequest,
  type ContractOperation,
  formType,
  type FormParts,
  jsonType,
  mediaTypeOf,
  multipartType,
} from '@auspex/contract'
import type { Observed } from './observed.ts'
import type { Finding } from './violations.ts'

/** What a server should have refused and did not. */
export async function checkRequestSide(
  operation: ContractOperation,
  path: Record<string, string>,
  observed: Observed,
): Promise<Finding[]> {
  if (observed.status >= 400) return []
  const findings: Finding[] = []
  if (operation.secured && observed.requestHeaders.authorization === undefined)
    findings.push({ breach: 'accepted-without-token', details: ['the operation needs a bearer token'] })
  const faults = await faultsOf(operation, path, observed)
  if (faults.length > 0) findings.push({ breach: 'accepted-invalid-request', details: faults })
  return findings
}

async function faultsOf(
  operation: ContractOperation,
  path: Record<string, string>,
  { query, requestHeaders, requestBody }: Observed,
): Promise<string[]> {
  let body: unknown
  try {
    body = await readBody(requestHeaders['content-type'], requestBody)
  } catch {
    return [`the body is no ${mediaTypeOf(requestHeaders['content-type'])}`]
  }
  const checked = checkRequest(operation, { path, query, headers: requestHeaders, body })
  if (checked.kind === 'valid') return []
  if (checked.kind === 'unsupported-media-type')
    return [`the body is ${checked.mediaType || 'of no media type'}, which the operation does not read`]
  return checked.faults.map((fault) => `${fault.in} ${fault.pointer} ${fault.message}`)
}

/** Rejects when the body is not what its media type says. */
async function readBody(contentType: string | undefined, bytes: Uint8Array): Promise<unknown> {
  if (bytes.byteLength === 0) return undefined
  const text = () => new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  switch (mediaTypeOf(contentType)) {
    case jsonType:
      return JSON.parse(text())
    case formType:
      return text()
    case multipartType:
      return readForm(contentType ?? '', bytes)
    default:
      return bytes
  }
}

async function readForm(contentType: string, bytes: Uint8Array): Promise<FormParts> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  return Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string'
        ? ([name, value] as const)
        : ([
            name,
            { filename: value.name, mediaType: value.type, bytes: new Uint8Array(await value.arrayBuffer()) },
          ] as const),
    ),
  )
}
