import { absent, type Answer, type Call, type Plans } from '../plan.types.ts'
import type { World } from '../world.ts'
import { cursor, onlyOnce, pages } from './values.ts'

const selection = [{ timestamp: '2026-11-20T15:00:00Z', role: 'assistant', content: 'Oat milk is rising.' }]
const order = 'open the report of oat milk'
const action = {
  name: 'openSignal',
  description: 'Opens the report of a signal.',
  parameters: [{ name: 'signalId', type: 'string', description: 'Id of the signal.', isRequired: true }],
}

/** Plans for Zeus's conversations and reports. */
export function zeusPlans({ ids, get, post }: World): Plans {
  const once = onlyOnce()
  const talk = async (message = 'How is the tone of oat milk?') =>
    post('/zeus/getZeusReply', { message, signalIds: [ids['oat']] })
  const report = async (title = 'Oats') => post('/zeus/saveZeusReport', { title, contents: 'It rises.' })
  const question = { message: 'How is the tone?', signalIds: [ids['oat']] }
  const values = {
    'body.threadId': [async () => (await talk()).threadId as string],
    'body.message': ['What is new?'],
    'body.signalIds': [[ids['solar']]],
    'body.reportId': ['rp_unknown'],
    'body.selectedMessages': [selection],
    'body.replacesMessageId': ['msg_unknown'],
    'body.mentions': [[{ kind: 'signal', id: ids['solar'] }]],
    'body.frontendActions': [[action]],
    'body.readables': [[{ description: 'The open report', value: ids['solar'] }]],
  }
  const readReport = async (answer: { id: string }) => (await get(`/zeus/getZeusReports?id=${answer.id}`)).items
  return {
    streamZeusReply: {
      call: () => ({ body: question }),
      calls: {
        'body.readables': () => ({ body: { message: 'What changed in this report?' } }),
        'body.frontendActions': () => ({ body: { message: order } }),
      },
      values,
    },
    getZeusReply: {
      call: () => ({ body: question }),
      stored: async ({ message }) => message.content,
      values,
    },
    regenerateZeusReply: {
      call: async () => {
        const { threadId, message } = await talk()
        return { body: { threadId, messageId: message.id } }
      },
      calls: {
        'body.signalIds': async () => {
          const { threadId, message } = await talk('How is the tone?')
          return { body: { threadId, messageId: message.id } }
        },
        'body.frontendActions': async () => {
          const { threadId, message } = await talk(order)
          return { body: { threadId, messageId: message.id } }
        },
      },
      values: {
        'body.threadId': ['th_unknown'],
        'body.messageId': ['msg_unknown'],
        'body.instruction': ['What is new?', 'Shorter, please.'],
        'body.signalIds': [[ids['solar']]],
        'body.selectedMessages': [selection],
        'body.frontendActions': [[action]],
      },
    },
    listZeusThreads: {
      call: once('listZeusThreads', async () => {
        await talk('How is the tone of solar power?')
        await talk()
        await talk()
        return { query: { perPage: 2 } }
      }),
      values: {
        ...pages,
        ...cursor,
        'query.id': [async () => (await talk()).threadId as string, 'th_unknown'],
        'query.searchTerm': ['solar'],
        'query.messages': [2, 0, 1],
      },
    },
    listZeusReports: {
      call: once('listZeusReports', async () => {
        await report('Leaves')
        await report()
        await report()
        return { query: { perPage: 2 } }
      }),
      values: {
        ...pages,
        ...cursor,
        'query.id': [(answer: Answer) => answer.items[1].id, 'rp_unknown'],
        'query.threadId': ['th_unknown'],
        'query.searchTerm': ['Leaves'],
      },
    },
    listZeusWorkflows: { call: () => ({ query: { perPage: 2 } }), values: pages },
    listWorkflows: { call: () => ({ query: { perPage: 2 } }), values: pages },
    deleteZeusChat: {
      call: async () => ({ body: { threadId: (await talk()).threadId } }),
      values: { 'body.threadId': ['th_unknown'] },
    },
    saveZeusReport: {
      call: () => ({ body: { title: 'Oats', contents: 'It rises.' } }),
      stored: readReport,
      values: {
        'body.title': ['Sun'],
        'body.contents': ['It falls.'],
        'body.threadId': [async () => (await talk()).threadId as string],
        'body.signalIds': [[ids['oat']]],
        'body.selectedMessages': [selection],
      },
    },
    updateZeusReport: {
      call: async (): Promise<Call> => {
        const { id, revision } = await report()
        return { body: { reportId: id, revision, title: 'New' } }
      },
      stored: readReport,
      values: {
        'body.reportId': ['rp_unknown'],
        'body.revision': [999],
        'body.title': ['Sun', absent],
        'body.contents': ['It falls.'],
        'body.signalIds': [[ids['oat']]],
        'body.selectedMessages': [selection],
      },
    },
    deleteZeusReport: {
      call: async () => ({ body: { reportId: (await report()).id } }),
      values: { 'body.reportId': ['rp_unknown'] },
    },
    getZeusThreadSummary: {
      call: async () => ({ body: { threadId: (await talk()).threadId } }),
      values: { 'body.threadId': [async () => (await talk('What is new of solar power?')).threadId as string] },
    },
    getZeusReportSummary: {
      call: async () => ({ body: { reportId: (await report()).id } }),
      values: { 'body.reportId': ['rp_unknown'] },
    },
  }
}
