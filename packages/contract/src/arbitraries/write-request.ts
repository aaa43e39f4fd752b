import type { ContractOperation } from '../contract.ts'
import { formType, multipartType } from '../media-types.ts'
import type { FuzzRequest } from './request.ts'

/** A request in the form of HTTP. */
export interface WrittenRequest {
  method: ContractOperation['method']
  /** Path with its query, without a prefix. */
  target: string
  /** By lower-case name. */
  headers: Record<string, string>
  body: string | null
}

/** Serialises a request as HTTP; null for one that no client can send. */
export function writeRequest(operation: ContractOperation, request: FuzzRequest): WrittenRequest | null {
  const steps = Object.fromEntries(
    Object.entries(request.path).map(([name, value]) => [name, encodeURIComponent(String(value))]),
  )
  // every client resolves a dot segment before sending
  if (Object.values(steps).some((step) => step === '' || step === '.' || step === '..')) return null
  const path = operation.path.replaceAll(/{(\w+)}/g, (_all, name: string) => steps[name] ?? '')
  const query = toForm(request.query, 'null')
  const body = toPayload(request)
  return {
    method: operation.method,
    target: query === '' ? path : `${path}?${query}`,
    headers: { ...toHeaders(request.headers), ...(body === null ? {} : { 'content-type': body.type }) },
    body: body?.payload ?? null,
  }
}

function toHeaders(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), encodeURI(String(value))]),
  )
}

/** A query writes null, and a form omits it. */
function toForm(fields: Record<string, unknown>, writtenNull?: string): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    const written = value === null ? writtenNull : value
    if (written === undefined) continue
    for (const each of Array.isArray(written) ? written : [written]) form.append(name, String(each))
  }
  return form.toString()
}

function toPayload({ body, mediaType }: FuzzRequest): { payload: string; type: string } | null {
  if (mediaType === null || body === undefined) return null
  if (mediaType === formType) return { payload: toForm(body as Record<string, unknown>), type: mediaType } // forms are objects
  if (mediaType === multipartType) return toMultipart(body as Record<string, unknown>)
  return { payload: JSON.stringify(body), type: mediaType }
}

const boundary = 'auspex-fuzz-boundary'

/** Objects and lists of objects are sent as JSON text, lists of texts as repeated parts; null is omitted. */
function toMultipart(fields: Record<string, unknown>): { payload: string; type: string } {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined || value === null) return []
    const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object')
    const values = isList ? value : [value]
    return values.map((each) => part(name, typeof each === 'object' ? JSON.stringify(each) : String(each)))
  })
  return { payload: `${parts.join('')}--${boundary}--\r\n`, type: `${multipartType}; boundary=${boundary}` }
}

/** A file has a file name. */
function part(name: string, value: string): string {
  const isFile = ['file', 'image', 'cover'].includes(name)
  const disposition = `form-data; name="${name}"${isFile ? '; filename="image.png"' : ''}`
  const type = isFile ? 'Content-Type: image/png\r\n' : ''
  return `--${boundary}\r\nContent-Disposition: ${disposition}\r\n${type}\r\n${value}\r\n`
}
