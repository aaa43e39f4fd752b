import { type Contract, type ContractOperation, type MediaObject, type Method, resolve } from '@auspex/contract'
import type { TestRequest } from '../../testing/test-api.ts'

export type Probe = TestRequest

/** Where a request contains the id of its resource. */
interface Place {
  collection: string
  /** For example `path.id` or `body./portfolioId`. */
  at: string
}

/** A request that every operation rejects, but only after authorization. It changes nothing. */
export function brokenRequest({ method, path }: ContractOperation): Probe {
  return { method, path: `${path.replaceAll(/{\w+}/g, 'x')}?unknown=1` }
}

/** Resources with an owner that are used by operations whose contract has no resource. */
const ownedCollections: Record<string, Place> = {
  getProjectDashboard: { collection: 'projects', at: 'path.id' },
  uploadStoryImage: { collection: 'stories', at: 'path.id' },
  listStoryVersions: { collection: 'stories', at: 'path.id' },
  getStoryVersion: { collection: 'stories', at: 'path.id' },
  restoreStory: { collection: 'stories', at: 'path.id' },
  getZeusReportSummary: { collection: 'reports', at: 'body./reportId' },
  restoreZeusReport: { collection: 'reports', at: 'body./reportId' },
  listZeusReportVersions: { collection: 'reports', at: 'path.id' },
  getZeusReportVersion: { collection: 'reports', at: 'path.id' },
  restoreZeusReportVersion: { collection: 'reports', at: 'path.id' },
}

/** Where an operation contains the id of an owned resource; null when it has none, and for a list, which is empty for a stranger. */
export function findPlace({ id, resource }: ContractOperation): Place | null {
  const place = ownedCollections[id]
  if (place !== undefined) return place
  if (resource?.verb === 'list') return null
  if (resource?.within != null) return { collection: resource.within.collection, at: resource.within.id }
  return resource?.id == null ? null : { collection: resource.collection, at: resource.id }
}

/** The contract's example, with the given resource's id. */
export async function exampleRequest(
  { document }: Contract,
  operation: ContractOperation,
  thing: { place: Place; id: string } | null,
): Promise<Probe> {
  const { method, path } = operation
  const described = document.paths[path]?.[method.toLowerCase() as Method]
  const parameters = (described?.parameters ?? []).map((parameter) => resolve(document, parameter))
  const valueOf = (name: string, where: 'path' | 'query') => {
    if (thing?.place.at === `${where}.${name}`) return thing.id
    const schema = parameters.find((parameter) => parameter.name === name && parameter.in === where)?.schema
    return schema === undefined ? 'x' : sampleOf(resolve(document, schema) as Sample) // parameters have scalar values
  }
  const target = path.replaceAll(/{(\w+)}/g, (_, name: string) => encodeURIComponent(valueOf(name, 'path')))
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true)
  const query = new URLSearchParams(needed.map(({ name }) => [name, valueOf(name, 'query')])).toString()
  const url = query === '' ? target : `${target}?${query}`
  const content = described?.requestBody?.content ?? {}
  const json = exampleOf(document, content['application/json'])
  if (json !== null) {
    const at = thing?.place.at.startsWith('body./') === true ? thing.place.at.slice('body./'.length) : null
    return { method, path: url, body: at === null ? json : { ...json, [at]: thing?.id } }
  }
  const form = exampleOf(document, content['multipart/form-data'])
  if (form === null) return { method, path: url }
  const [body, headers] = await toForm(form)
  return { method, path: url, body, headers }
}

interface Sample {
  pattern?: string
  enum?: readonly (string | number | boolean)[]
  format?: string
  type?: string
  minimum?: number
}

/** A valid value that refers to nothing. */
function sampleOf({ pattern, enum: values, format, type, minimum }: Sample): string {
  if (values?.[0] !== undefined) return String(values[0])
  const prefix = /([a-z]+)_\[a-z0-9\]/.exec(pattern ?? '')?.[1]
  if (prefix !== undefined) return `${prefix}_0000`
  const letters = /^\^\[[^\]]*a-z[^\]]*\]\{(\d+)/.exec(pattern ?? '')?.[1]
  if (letters !== undefined) return 'a'.repeat(Number(letters))
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  if (format === 'date-time') return '2026-11-20T08:00:00Z'
  if (type === 'integer' || type === 'number') return String(minimum ?? 1)
  return 'example'
}

function exampleOf(document: Contract['document'], media: MediaObject | undefined): Record<string, unknown> | null {
  const [first] = Object.values(media?.examples ?? {})
  return first === undefined ? null : (resolve(document, first).value as Record<string, unknown>) // body examples are objects
}

/** A picture of one pixel. */
export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function toForm(fields: Record<string, unknown>): Promise<[Buffer, Record<string, string>]> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (['file', 'image', 'cover'].includes(name))
      form.append(name, new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'pixel.png')
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const request = new Request('http://form.example', { method: 'POST', body: form })
  return [Buffer.from(await request.arrayBuffer()), { 'content-type': request.headers.get('content-type') ?? '' }]
}
