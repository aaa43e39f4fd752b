import { type Contract, type ContractOperation, type Method, type ModuleRead, modulesOf } from '@auspex/contract'
import { brokenRequest, exampleRequest, pixel, type Probe } from '../probe-requests.ts'

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
  /** Requests that name data of a module that is off. */
  requests: number
  /** Replies that were searched for data. */
  replies: number
  /** Reading operations whose request finds nothing here, so that no reply of theirs is searched. */
  unread: string[]
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

interface Matrix {
  server: MatrixServer
  operations: readonly ContractOperation[]
  /** The operations that only read, with requests for the person's own data. */
  readings: readonly { operation: ContractOperation; probe: Probe }[]
  seeded: SeededModules
  figures: ModuleFigures
}

/**
 * Switches off one module after another for a person who has data in most of them, and calls every operation: it must be refused exactly where the
 * contract says so, and no reply may contain data of a module that is off. With all modules on, a reply with data of a module that its operation does
 * not list is a fault too. Clinical, demographics, explore and imports have no data here: for them only the refusals are checked.
 */
export async function runModuleMatrix(server: MatrixServer): Promise<ModuleFigures> {
  const { contract } = server
  const seeded = await seedModules(server)
  const operations = contract.operations.filter(({ secured, role }) => secured && role === null)
  const readings = await Promise.all(
    operations
      .filter((operation) => isReading(contract, operation))
      .map(async (operation) => ({ operation, probe: await realRequest(contract, operation, seeded) })),
  )
  const figures: ModuleFigures = { pairs: 0, refused: 0, requests: 0, replies: 0, unread: [], faults: [] }
  const matrix = { server, operations, readings, seeded, figures }
  await checkDeclaredReads(matrix)
  const switchModule = await createModuleSwitch(server)
  for (const module of listModules(contract)) {
    await switchModule(module, false)
    await checkRefusals(matrix, module)
    await checkReplies(matrix, module)
    await switchModule(module, true)
  }
  return figures
}

async function createModuleSwitch({ send }: MatrixServer) {
  const me = JSON.parse((await send('person', { method: 'GET', path: '/users/me' })).text) as {
    profile: { id: string }
  }
  return async (module: string, access: boolean): Promise<void> => {
    const path = `/godmode/users/${me.profile.id}/modules`
    const { status } = await send('administrator', { method: 'POST', path, body: { module, access } })
    if (status !== 200) throw new Error(`The module ${module} could not be switched: ${status}`)
  }
}

/** With every module on: replies contain only data of the modules that their operation lists, and every pattern recognizes some. */
async function checkDeclaredReads({ server, readings, seeded, figures }: Matrix): Promise<void> {
  const recognized = new Set<string>()
  for (const { operation, probe } of readings) {
    const { status, text } = await server.send('person', probe)
    if (status !== 200) {
      figures.unread.push(operation.id)
      continue
    }
    figures.replies += 1
    for (const [module, pattern] of Object.entries(seeded.patterns)) {
      if (!pattern.test(text)) continue
      recognized.add(module)
      if (!namesModule(operation, module))
        figures.faults.push(`${operation.id} shows data of ${module}, which the contract does not mention`)
    }
  }
  for (const module of Object.keys(seeded.patterns))
    if (!recognized.has(module)) figures.faults.push(`No reply shows data of ${module}: its pattern recognizes nothing`)
}

/** With one module off: exactly the operations that need it are refused, and every request that names its data. */
async function checkRefusals({ server, operations, seeded, figures }: Matrix, module: string): Promise<void> {
  for (const operation of operations) {
    const reply = await server.send('person', brokenRequest(operation))
    figures.pairs += 1
    if (isModuleOff(reply)) figures.refused += 1
    if (isModuleOff(reply) !== modulesOf(operation).includes(module))
      figures.faults.push(`${operation.id} without ${module}: ${reply.status} ${reply.text.slice(0, 120)}`)
  }
  for (const probe of await namingRequests(server.contract, operations, module, seeded)) {
    const reply = await server.send('person', probe)
    figures.requests += 1
    if (!isModuleOff(reply))
      figures.faults.push(
        `${probe.method} ${probe.path} without ${module}: ${reply.status} ${reply.text.slice(0, 120)}`,
      )
  }
}

/** With one module off: no reply contains its data. */
async function checkReplies({ server, readings, seeded, figures }: Matrix, module: string): Promise<void> {
  for (const { operation, probe } of readings) {
    const { status, text } = await server.send('person', probe)
    if (status !== 200) continue
    figures.replies += 1
    // a picture has no text to recognize: the only one here is the cover of a portfolio
    const isCover = operation.id === 'getImage' && module === 'portfolios'
    if (isCover || seeded.patterns[module]?.test(text) === true)
      figures.faults.push(`${operation.id} shows data of the disabled module ${module}`)
  }
}

function isModuleOff({ status, text }: { status: number; text: string }): boolean {
  return status === 403 && text.includes('"module.off"')
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
  const shared = { place: { collection: 'sharedItems', at: 'path.token' }, id: seeded.token }
  return withOwnIds(await exampleRequest(contract, operation, shared), seeded.ids)
}

/** Replaces the ids of the contract's examples by those of the person's own data, and the example text by a term of the library. */
function withOwnIds(probe: Probe, ids: SeededModules['ids']): Probe {
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
        probes.push(withValueAt(probe, operation, { at: read.where, value }, seeded.ids))
    }
  return probes
}

const ruleExamples: Readonly<Record<string, object>> = {
  'new-trials': { kind: 'new-trials' },
  'trial-status': { kind: 'trial-status' },
  'new-papers': { kind: 'new-papers' },
}
const kindIds: Readonly<Record<string, string>> = {
  monitor: 'sub',
  signal: 'sig',
  story: 'st',
  portfolio: 'pf',
  project: 'pj',
  report: 'rp',
}

type Ids = SeededModules['ids']

/** For places that need more than their value, the fields of the body that read it. */
const fieldsAt: Readonly<Record<string, (value: string, ids: Ids, body: object) => object>> = {
  'body./scope/kind': (kind, ids) => ({ scope: { kind, id: ids[kindIds[kind] ?? ''] } }),
  'body./rule/kind': (kind) => ({ rule: ruleExamples[kind] }),
  'body./content/signalId': (_, ids) => ({
    content: { kind: 'number', signalId: ids['sig'], measure: 'documents', value: null, low: null, high: null },
  }),
  'body./kind': (kind, ids, body) => {
    if ('subject' in body) return { kind }
    const id = ids[kindIds[kind] ?? ''] ?? (kind === 'document' ? 'doc_0000' : 'th_0000')
    if ('itemId' in body) return { kind, itemId: id }
    return { kind, id, format: kind === 'report' || kind === 'story' ? 'pdf' : 'csv' }
  },
}

/** The request with `value` at one place of it, as `x-reads` names places: data of a module that is off. */
function withValueAt(
  probe: Probe,
  { path }: ContractOperation,
  { at, value }: { at: string; value: string | null },
  ids: Ids,
): Probe {
  if (at === 'path.sub') return { ...probe, path: path.replace('{id}', ids['sig'] ?? '').replace('{sub}', value ?? '') }
  const body = probe.body as Record<string, unknown>
  const list = at.endsWith('portfolioIds') ? [ids['pf']] : [ids['sig']]
  const fields = fieldsAt[at]?.(value ?? '', ids, body) ?? { [at.slice('body./'.length)]: list }
  return { ...probe, body: { ...body, ...fields } }
}

/** A person's resources by id prefix, the token of a shared one, and for each module with data a pattern that recognizes it in a reply. */
interface SeededModules {
  ids: Readonly<Record<string, string>>
  token: string
  patterns: Readonly<Record<string, RegExp>>
}

/** Creates resources of most modules through HTTP. Needs documents about oat milk. */
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
  /** The fields that any of these replies has. */
  type Created = {
    id: string
    request_id: string
    signal_id: string
    projectId: string
    token: string
    image: string
    trends: Created[]
  }
  const post = (path: string, body: object) => call<Created>('POST', path, body)
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
  const { image } = await call<Created>('POST', `/portfolio/update/${portfolio.id}`, bytes, { 'content-type': type })
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
  const inbox = await call<{ items: Created[] }>('GET', '/users/inbox-list')
  const [trend] = portfolio.trends
  const [message] = inbox.items
  if (trend === undefined || message === undefined)
    throw new Error('The portfolio has no trend, or the inbox no message')
  const terms = { country: null, category: null, frequency: 'weekly', channels: ['inbox'] }
  await post('/explore/createGlobalTrendsSubscription', terms)
  const scope = { kind: 'portfolio', id: portfolio.id }
  const digest = await post('/digests', { scope, frequency: 'weekly', zone: 'Europe/Oslo' })
  const feedKey = await post('/feedKeys', { kind: 'portfolio', itemId: portfolio.id })
  const saved = await post('/zeus/saveZeusReport', { title: 'Marked report', contents: 'Marked report' })
  const link = await post('/shareLinks', { kind: 'story', itemId: story.id })
  const comment = await post('/comments', { kind: 'story', itemId: story.id, text: 'Marked comment' })
  const exported = await post('/exports', { kind: 'signal', id: signalId, format: 'csv' })
  const feed = await post('/newsfeed/feeds', { kind: 'signal', subject: signalId, title: 'Marked feed' })
  return {
    ids: {
      sig: signalId,
      pf: portfolio.id,
      tr: trend.id,
      pj: project.projectId,
      st: story.id,
      cd: card.id,
      sub: monitor.id,
      dig: digest.id,
      fdk: feedKey.id,
      dst: destination.id,
      msg: message.id,
      rp: saved.id,
      sh: link.id,
      cm: comment.id,
      ex: exported.id,
      nf: feed.id,
      img: image.replace('/images/', ''),
    },
    token: link.token,
    patterns: {
      // the number in the card, and the shapes that reports, portfolios, monitors and quick finds have
      signals: new RegExp(
        `"value":${report.counts.documents}[,}]|"counts":\\{"documents"|"sparkline":\\[\\{|"backtest":\\{|"signals":\\[\\{"signalId"`,
      ),
      portfolios: /Marked portfolio/i,
      projects: /Marked project/i,
      stories: /Marked story/i,
      monitors: /Marked monitor/i,
      zeus: /Marked report/i,
      newsfeed: /Marked feed/i,
      trends: /"isRatioTold"|"origin":"(?:trend|category)"/,
    },
  }
}
