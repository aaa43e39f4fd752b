import { type Contract, type ContractOperation, type Method, type ModuleRead, modulesOf } from '@auspex/contract'
import { brokenRequest, exampleRequest, type Probe } from '../probe-requests.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export type Send = (request: Probe) => Promise<{ status: number; text: string }>

/** A running server, with a person whose modules an administrator switches off. */
export interface MatrixServer {
  send: (who: 'person' | 'administrator', request: Probe) => ReturnType<Send>
  contract: Contract
}

export interface ModuleFigures {
  /** Operations called while a module is off. */
  pairs: number
  refused: number
  /** Requests that name something of a module, and replies with data that were searched. */
  requests: number
  replies: number
  faults: string[]
}

export function listModules({ operations }: Contract): string[] {
  return [...new Set(operations.flatMap(({ permission }) => permission?.module ?? []))].toSorted()
}

/** How an operation reads a module, as in a row of the matrix. */
export function describeReads({ permission, reads }: ContractOperation): string[] {
  return [...(permission?.module == null ? [] : [permission.module]), ...reads.map(describeRead)]
}

function describeRead({ module, where, is, effect }: ModuleRead): string {
  if (effect === 'part') return `${module}: left out`
  if (effect === 'stored') return `${module}: by what is stored`
  if (where === undefined) return module
  return `${module}: where ${where}${is === undefined ? '' : ` is ${is.join(', ')}`}`
}

/**
 * Switches off one module after another for a person who has data in each, and calls every operation: it must be refused exactly where the contract
 * says so, and no reply may contain data of a module that is off. With all modules on, a reply with data of a module that its operation does not list
 * is a fault too.
 */
export async function runModuleMatrix(server: MatrixServer): Promise<ModuleFigures> {
  const { contract, send } = server
  const seeded = await seedModules(server)
  const operations = contract.operations.filter(({ secured, role }) => secured && role === null)
  const me = JSON.parse((await send('person', { method: 'GET', path: '/users/me' })).text) as {
    profile: { id: string }
  }
  const figures: ModuleFigures = { pairs: 0, refused: 0, requests: 0, replies: 0, faults: [] }
  const switchModule = async (module: string, access: boolean) => {
    const path = `/godmode/users/${me.profile.id}/modules`
    const { status } = await send('administrator', { method: 'POST', path, body: { module, access } })
    if (status !== 200) throw new Error(`The module ${module} could not be switched: ${status}`)
  }
  const readings: { operation: ContractOperation; probe: Probe }[] = []
  for (const operation of operations)
    if (isReading(contract, operation))
      readings.push({ operation, probe: await realRequest(contract, operation, seeded) })

  for (const { operation, probe } of readings) {
    const { status, text } = await send('person', probe)
    if (status !== 200) continue
    figures.replies += 1
    for (const [module, mark] of Object.entries(seeded.marks))
      if (mark.test(text) && !namesModule(operation, module))
        figures.faults.push(`${operation.id} shows data of ${module}, which the contract does not mention`)
  }
  for (const module of listModules(contract)) {
    await switchModule(module, false)
    for (const operation of operations) {
      const { status, text } = await send('person', brokenRequest(operation))
      const isRefused = status === 403 && text.includes('"module.off"')
      figures.pairs += 1
      if (isRefused) figures.refused += 1
      if (isRefused !== modulesOf(operation).includes(module))
        figures.faults.push(`${operation.id} without ${module}: ${status} ${text.slice(0, 120)}`)
    }
    for (const probe of await namingRequests(contract, operations, module, seeded)) {
      const { status, text } = await send('person', probe)
      figures.requests += 1
      if (status !== 403 || !text.includes('"module.off"'))
        figures.faults.push(`${probe.method} ${probe.path} without ${module}: ${status} ${text.slice(0, 120)}`)
    }
    const mark = seeded.marks[module]
    for (const { operation, probe } of readings) {
      const { status, text } = await send('person', probe)
      if (status !== 200) continue
      figures.replies += 1
      if (mark?.test(text) === true) figures.faults.push(`${operation.id} shows data of the disabled module ${module}`)
      if (operation.id === 'getImage' && module === 'portfolios')
        figures.faults.push('getImage shows the cover of a portfolio without portfolios')
    }
    await switchModule(module, true)
  }
  return figures
}

function namesModule({ permission, reads }: ContractOperation, module: string): boolean {
  return permission?.module === module || reads.some((read) => read.module === module)
}

/** Whether a call changes nothing: a GET, or an operation the contract marks as safe. Excludes streams, which have no end. */
function isReading({ document }: Contract, { method, path, events }: ContractOperation): boolean {
  if (events !== null) return false
  return method === 'GET' || document.paths[path]?.[method.toLowerCase() as Method]?.['x-safe'] === true
}

/** The contract's example with ids of the person's own data. */
async function realRequest(contract: Contract, operation: ContractOperation, seeded: SeededModules): Promise<Probe> {
  const thing = { place: { collection: 'sharedItems', at: 'path.token' }, id: seeded.token }
  return aboutOwn(await exampleRequest(contract, operation, thing), seeded.ids)
}

function aboutOwn(probe: Probe, ids: SeededModules['ids']): Probe {
  const toOwn = (text: string) =>
    text
      .replaceAll(/\b([a-z]{2,3})_[a-z0-9]+\b/g, (id, prefix: string) => ids[prefix] ?? id)
      .replaceAll('example', 'oat')
  const { body, path } = probe
  const own = { ...probe, path: toOwn(path) }
  return body === undefined || body instanceof Uint8Array
    ? own
    : { ...own, body: JSON.parse(toOwn(JSON.stringify(body))) }
}

/** Requests that name data of a module, for operations where the contract makes that relevant. */
async function namingRequests(
  contract: Contract,
  operations: readonly ContractOperation[],
  module: string,
  seeded: SeededModules,
): Promise<Probe[]> {
  const probes: Probe[] = []
  for (const operation of operations)
    for (const read of operation.reads) {
      if (read.module !== module || read.where === undefined) continue
      const probe = await realRequest(contract, operation, seeded)
      for (const value of read.is ?? [null])
        probes.push(naming(probe, operation, { at: read.where, value }, seeded.ids))
    }
  return probes
}

const ruleExamples: Readonly<Record<string, object>> = {
  'new-trials': { kind: 'new-trials' },
  'trial-status': { kind: 'trial-status' },
  'new-papers': { kind: 'new-papers' },
}
const kindIds: Readonly<Record<string, string>> = {
  signal: 'sig',
  story: 'st',
  portfolio: 'pf',
  project: 'pj',
  report: 'rp',
}

function naming(
  probe: Probe,
  { path }: ContractOperation,
  { at, value }: { at: string; value: string | null },
  ids: SeededModules['ids'],
): Probe {
  const body = probe.body as Record<string, unknown>
  if (at === 'path.sub') return { ...probe, path: path.replace('{id}', ids['sig'] ?? '').replace('{sub}', value ?? '') }
  if (at === 'body./rule/kind') return { ...probe, body: { ...body, rule: ruleExamples[value ?? ''] } }
  if (at === 'body./content/signalId') {
    const content = { kind: 'number', signalId: ids['sig'], measure: 'documents', value: null, low: null, high: null }
    return { ...probe, body: { ...body, content } }
  }
  if (at === 'body./kind' && 'subject' in body) return { ...probe, body: { ...body, kind: value } }
  if (at === 'body./kind') {
    const id = ids[kindIds[value ?? ''] ?? ''] ?? 'th_0000'
    const format = value === 'report' || value === 'story' ? 'pdf' : 'csv'
    return { ...probe, body: { ...body, kind: value, ...('itemId' in body ? { itemId: id } : { id, format }) } }
  }
  const list = at.endsWith('portfolioIds') ? [ids['pf']] : [ids['sig']]
  return { ...probe, body: { ...body, [at.slice('body./'.length)]: list } }
}

/** A person's resources in every module, by id prefix, and patterns that recognize a module's data in a reply. */
interface SeededModules {
  ids: Readonly<Record<string, string>>
  token: string
  marks: Readonly<Record<string, RegExp>>
}

/** Creates one resource in each module through HTTP. Needs documents about oat milk. */
async function seedModules({ send }: MatrixServer): Promise<SeededModules> {
  const person: Send = (request) => send('person', request)
  async function call<T>(method: 'GET' | 'POST', path: string, body?: unknown, headers?: Record<string, string>) {
    const { status, text } = await person({
      method,
      path,
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`)
    return JSON.parse(text) as T
  }
  type Made = {
    id: string
    request_id: string
    signal_id: string
    projectId: string
    token: string
    image: string
    trends: Made[]
  }
  const post = (path: string, body: object) => call<Made>('POST', path, body)
  const query = { query_term: 'oat milk' }
  const search = await post('/explore/topicQuery', query)
  const signalId = search.signal_id
  const report = await call<{ counts: { documents: number } }>('GET', `/signal/json/${signalId}`)
  const portfolio = await post('/portfolio/createWithTrendsBulk', { title: 'Marked portfolio', trends: [{ signalId }] })
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'pixel.png')
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await encoded.arrayBuffer())
  const { image } = await call<Made>('POST', `/portfolio/update/${portfolio.id}`, bytes, { 'content-type': type })
  const project = await post('/project/create', { title: 'Marked project', portfolios: [{ id: portfolio.id }] })
  const story = await post('/stories/create', { title: 'Marked story' })
  const number = { kind: 'number', signalId, measure: 'documents', value: null, low: null, high: null }
  const card = await post('/stories/addCard', { storyId: story.id, content: number, frozen: true })
  const rule = { kind: 'volume-above', documents: 1, windowDays: 7 }
  const monitor = await post('/explore/createMonitorSubscription', {
    query: { ...query, isCompound: false },
    rule,
    channels: ['inbox'],
    webhookUrl: null,
    name: 'Marked monitor',
  })
  const room = { kind: 'slack', name: 'Marked room', url: 'https://hooks.slack.example/services/T1/B1/x' }
  const destination = await post('/destinations', room)
  await call('POST', `/monitors/${monitor.id}/testNotifications`)
  const inbox = await call<{ items: Made[] }>('GET', '/users/inbox-list')
  const digest = { country: null, category: null, frequency: 'weekly', channels: ['inbox'] }
  await post('/explore/createGlobalTrendsSubscription', digest)
  const saved = await post('/zeus/saveZeusReport', { title: 'Marked report', contents: 'Marked report' })
  const link = await post('/shareLinks', { kind: 'story', itemId: story.id })
  const created = await post('/exports', { kind: 'signal', id: signalId, format: 'csv' })
  const feed = await post('/newsfeed/feeds', { kind: 'signal', subject: signalId, title: 'Marked feed' })
  return {
    ids: {
      sig: signalId,
      pf: portfolio.id,
      tr: portfolio.trends[0]?.id ?? '',
      pj: project.projectId,
      st: story.id,
      cd: card.id,
      sub: monitor.id,
      dst: destination.id,
      msg: inbox.items[0]?.id ?? '',
      rp: saved.id,
      sh: link.id,
      ex: created.id,
      nf: feed.id,
      img: image.replace('/images/', ''),
    },
    token: link.token,
    marks: {
      // the number in the card, and the shapes that reports, portfolios, monitors and quick finds have
      signals: new RegExp(
        `"value":${report.counts.documents}[,}]|"counts":\\{"documents"|"sparkline":\\[\\{|"backtest":\\{|"signals":\\[\\{"signalId"`,
      ),
      portfolios: /Marked portfolio/i,
      projects: /Marked project/i,
      stories: /Marked story/i,
      monitors: /Marked monitor/i,
      zeus: /Marked report/i,
      trends: /"isRatioTold"|"origin":"(?:trend|category)"/,
    },
  }
}
