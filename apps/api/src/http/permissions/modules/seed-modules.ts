import type { MatrixServer, Send } from './module-matrix.ts'

/** What a person has in every module, by the prefix of its id, and how what belongs to a module is recognized in a reply. */
export interface SeededModules {
  ids: Readonly<Record<string, string>>
  token: string
  marks: Readonly<Record<string, RegExp>>
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Makes one thing in each module through HTTP. Needs documents about oat milk. */
export async function seedModules({ send }: MatrixServer): Promise<SeededModules> {
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
  await call('POST', `/monitors/${monitor.id}/testNotifications`)
  const inbox = await call<{ items: Made[] }>('GET', '/users/inbox-list')
  const digest = { country: null, category: null, frequency: 'weekly', channels: ['inbox'] }
  await post('/explore/createGlobalTrendsSubscription', digest)
  const saved = await post('/zeus/saveZeusReport', { title: 'Marked report', contents: 'Marked report' })
  const link = await post('/shareLinks', { kind: 'story', itemId: story.id })
  const made = await post('/exports', { kind: 'signal', id: signalId, format: 'csv' })
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
      msg: inbox.items[0]?.id ?? '',
      rp: saved.id,
      sh: link.id,
      ex: made.id,
      nf: feed.id,
      img: image.replace('/images/', ''),
    },
    token: link.token,
    marks: {
      // the number of the card, and the shapes that reports, portfolios, monitors and quick finds have
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
