import { toForm } from '../../../../apps/api/src/testing/form.ts'
import { absent, type Call, type Plans } from '../plan.types.ts'
import type { World } from '../world.ts'
import { onlyOnce, pages, pixel } from './values.ts'

/** Plans for portfolios and projects. */
export function portfolioPlans({ ids, get, post, send }: World): Plans {
  const once = onlyOnce()
  const makePortfolio = (title = 'Milks') =>
    post('/portfolio/createWithTrendsBulk', {
      title,
      trends: [{ signalId: ids['oat'] }, { signalId: ids['solar'], title: 'Sun' }],
    })
  const makeProject = () => post('/project/create', { title: 'Spring', portfolios: [{ id: ids['pf'] }] })
  const readPortfolio = (answer: { id: string }) => get(`/portfolio/${answer.id}`)
  const readProject = (answer: { projectId: string }) => get(`/project/${answer.projectId}`)
  const sendForm = async (path: string, fields: Record<string, string | Uint8Array>) => {
    const { body, headers } = await toForm(fields)
    return (await send('mira', 'POST', path, new Uint8Array(body), headers['content-type'])).answer
  }
  const makePictured = async (): Promise<{ id: string; revision: number }> => {
    const { id, revision } = await sendForm('/portfolio/create', { title: 'Milks', file: pixel })
    return { id, revision }
  }
  const makePicturedProject = async (): Promise<{ projectId: string; revision: number }> => {
    const { projectId, revision } = await sendForm('/project/create', { title: 'Spring', image: pixel })
    return { projectId, revision }
  }
  const change = async () => {
    const { id, revision } = await makePortfolio()
    return { id, revision }
  }
  const group = { 'body.organizationGroupId': [ids['grp'], 'grp_unknown'] }
  const groupForm = { 'form.organizationGroupId': [ids['grp'], 'grp_unknown'] }
  const both = [{ id: ids['pf'] }, { id: ids['otherPf'] }]
  return {
    createPortfolio: {
      call: () => ({ body: { title: 'Milks' } }),
      stored: readPortfolio,
      values: { 'body.title': ['Roofs'], ...group },
    },
    'createPortfolio form': {
      call: () => ({ form: { title: 'Milks' } }),
      stored: readPortfolio,
      values: { 'form.title': ['Roofs'], 'form.file': [pixel], ...groupForm },
    },
    updatePortfolio: {
      calls: { 'body.imageRemoved': async () => ({ body: { ...(await makePictured()), title: 'New' } }) },
      call: async () => ({ body: { ...(await change()), title: 'New' } }),
      stored: readPortfolio,
      values: {
        'body.id': [ids['otherPf']],
        'body.revision': [999],
        'body.title': ['Roofs'],
        'body.imageRemoved': [true],
        'body.trends': [[]],
        ...group,
      },
    },
    updatePortfolioWithImage: {
      calls: {
        'form.imageRemoved': async () => {
          const { id, revision } = await makePictured()
          return { path: { id }, form: { title: 'New', revision: String(revision) } }
        },
      },
      call: async () => {
        const { id, revision } = await change()
        return { path: { id }, form: { title: 'New', revision: String(revision) } }
      },
      stored: readPortfolio,
      values: {
        'path.id': ['pf_unknown'],
        'form.revision': ['999'],
        'form.title': ['Roofs'],
        'form.trends': ['[]'],
        'form.file': [pixel],
        'form.imageRemoved': ['true'],
        ...groupForm,
      },
    },
    refreshPortfolio: {
      call: () => ({ body: { id: ids['pf'] } }),
      values: { 'body.id': [ids['otherPf'], 'pf_unknown'] },
    },
    addTrends: {
      call: async () => ({
        body: { id: (await post('/portfolio/create', { title: 'Empty' })).id, trends: [{ signalId: ids['oat'] }] },
      }),
      stored: async (_, call) => get(`/portfolio/${String(call.body?.['id'])}`),
      values: { 'body.id': ['pf_unknown'], 'body.trends': [[{ signalId: ids['solar'] }]] },
    },
    createPortfolioWithTrends: {
      call: () => ({ body: { title: 'Milks', trends: [{ signalId: ids['oat'] }] } }),
      stored: readPortfolio,
      values: { 'body.title': ['Roofs'], 'body.trends': [[{ signalId: ids['solar'] }]], ...group },
    },
    setTrendCover: {
      call: async () => {
        const { id, trends } = await makePortfolio()
        return { path: { id, trendId: trends[0].id }, form: { cover: pixel } }
      },
      stored: async (_, call) => get(`/portfolio/${call.path?.['id']}`),
      values: {
        'path.id': [ids['otherPf']],
        'path.trendId': [async (_: unknown, call: Call) => (await get(`/portfolio/${call.path?.['id']}`)).trends[1].id],
        'form.cover': [new Uint8Array([1, 2, 3]), absent],
      },
    },
    setTopicCover: {
      call: async () => {
        const { id } = await makePortfolio()
        return { path: { id }, form: { cover: pixel } }
      },
      values: { 'path.id': ['pf_unknown'], 'form.cover': [new Uint8Array([1, 2, 3]), absent] },
    },
    removeTrends: {
      call: async () => {
        const { id, trends } = await makePortfolio()
        return { body: { id, trendIds: [trends[0].id] } }
      },
      stored: async (_, call) => get(`/portfolio/${String(call.body?.['id'])}`),
      values: {
        'body.id': [ids['otherPf'], 'pf_unknown'],
        'body.trendIds': [
          async (_: unknown, call: Call) => [(await get(`/portfolio/${String(call.body?.['id'])}`)).trends[1].id],
        ],
      },
    },
    removePortfolio: {
      call: async () => ({ body: { id: (await makePortfolio()).id } }),
      values: { 'body.id': ['pf_unknown'] },
    },
    getPortfolio: {
      call: () => ({ path: { id: ids['pf'] ?? '' } }),
      values: { 'path.id': [ids['otherPf']], 'query.series': ['packed', 'none'] },
    },
    listPortfolios: { call: () => ({ query: { perPage: 2 } }), values: { ...pages, 'query.series': ['packed'] } },
    listGroupPortfolios: {
      call: once('listGroupPortfolios', async () => {
        for (const title of ['Shared', 'Shared too'])
          await post('/portfolio/create', { title, organizationGroupId: ids['grp'] })
        return { query: { perPage: 2 } }
      }),
      values: {
        ...pages,
        'query.series': ['packed', 'none'],
        'query.organizationGroupId': [ids['grp'], 'grp_unknown'],
      },
    },
    listTopics: {
      call: () => ({ query: { perPage: 2 } }),
      values: { ...pages, 'query.portfolioId': [ids['otherPf']] },
    },
    listProjects: {
      call: once('listProjects', async () => {
        await makeProject()
        await makeProject()
        await post('/project/create', { title: 'Shared', organizationGroupId: ids['grp'] })
        return { query: { perPage: 2 } }
      }),
      values: { ...pages, 'query.organizationGroupId': [ids['grp'], 'grp_unknown'] },
    },
    getProject: {
      call: async () => ({ path: { id: (await makeProject()).projectId } }),
      values: { 'path.id': ['pj_unknown'] },
    },
    createProject: {
      call: () => ({ body: { title: 'Spring' } }),
      stored: readProject,
      values: {
        'body.title': ['Autumn'],
        'body.displayTitle': ['Autumn leaves'],
        'body.portfolios': [both],
        ...group,
      },
    },
    'createProject form': {
      call: () => ({ form: { title: 'Spring' } }),
      stored: readProject,
      values: {
        'form.title': ['Autumn'],
        'form.displayTitle': ['Autumn leaves'],
        'form.portfolios': [JSON.stringify(both)],
        'form.image': [pixel],
        ...groupForm,
      },
    },
    updateProject: {
      calls: { 'body.imageRemoved': async () => ({ body: { ...(await makePicturedProject()), title: 'Spring' } }) },
      call: async () => {
        const { projectId, revision } = await makeProject()
        return { body: { projectId, revision, title: 'Spring' } }
      },
      stored: readProject,
      values: {
        'body.projectId': ['pj_unknown'],
        'body.revision': [999],
        'body.title': ['Autumn'],
        'body.displayTitle': ['Autumn leaves'],
        'body.portfolios': [both],
        'body.imageRemoved': [true],
        ...group,
      },
    },
    'updateProject form': {
      calls: {
        'form.imageRemoved': async () => {
          const { projectId, revision } = await makePicturedProject()
          return { form: { projectId, revision: String(revision), title: 'Spring' } }
        },
      },
      call: async () => {
        const { projectId, revision } = await makeProject()
        return { form: { projectId, revision: String(revision), title: 'Spring' } }
      },
      stored: readProject,
      values: {
        'form.projectId': ['pj_unknown'],
        'form.revision': ['999'],
        'form.title': ['Autumn'],
        'form.displayTitle': ['Autumn leaves'],
        'form.portfolios': [JSON.stringify(both)],
        'form.image': [pixel],
        'form.imageRemoved': ['true'],
        ...groupForm,
      },
    },
    deleteProject: {
      call: async () => ({ path: { id: (await makeProject()).projectId } }),
      values: { 'path.id': ['pj_unknown'] },
    },
    addPortfolios: {
      call: async () => ({
        body: {
          projectId: (await post('/project/create', { title: 'Empty' })).projectId,
          portfolioIds: [ids['pf']],
        },
      }),
      stored: async (_, call) => get(`/project/${String(call.body?.['projectId'])}`),
      values: { 'body.projectId': ['pj_unknown'], 'body.portfolioIds': [[ids['otherPf']]] },
    },
    removePortfolios: {
      call: async () => {
        const { projectId } = await post('/project/create', { title: 'Full', portfolios: both })
        return { body: { projectId, portfolioIds: [ids['pf']] } }
      },
      stored: async (_, call) => get(`/project/${String(call.body?.['projectId'])}`),
      values: { 'body.projectId': ['pj_unknown'], 'body.portfolioIds': [[ids['otherPf']]] },
    },
  }
}
