import { toForm } from '../../../../apps/api/src/testing/form.ts'
import { type Plans } from '../plan.types.ts'
import type { World } from '../world.ts'
import { cursor, onlyOnce, pages, pixel } from './values.ts'

/** Plans for administrators' operations. */
export function administrationPlans({ ids, get, post, send }: World): Plans {
  const once = onlyOnce()
  let number = 0
  const uniqueName = (word: string) => `${word} ${(number += 1)}`
  const orders = (...sorts: string[]) => ({ 'query.sort': sorts, 'query.direction': ['asc', 'desc'] })
  const ofOrganization = { 'query.organizationId': [ids['anaOrg']] }
  const ofUser = { 'query.userId': [ids['jon'], ids['ana']] }
  const list = { as: 'root', call: () => ({ query: { perPage: 2 } }) } as const
  const makeGroup = async () =>
    (await post('/godmode/organization-groups', { name: uniqueName('Group'), organizationId: ids['org'] }, 'root')).id
  const readGroup = async ({ id }: { id: string }) =>
    (await get('/godmode/organization-groups?perPage=200', 'root')).items.find((one: { id: string }) => one.id === id)
  const readUser = async ({ id }: { id: string }) => (await get(`/godmode/users?userId=${id}`, 'root')).items
  const person = () => ({ firstName: 'Liv', lastName: 'Moe', email: `liv${(number += 1)}@northwind.example` })
  const organizationOf = async ({ id }: { id: string }) =>
    (await get('/godmode/organizations?perPage=200', 'root')).items.find((one: { id: string }) => one.id === id)
  const makeOrganization = async () =>
    (await post('/godmode/organization', { name: uniqueName('Organization') }, 'root')).id as string
  const makePictured = async (): Promise<string> => {
    const { body, headers } = await toForm({ name: uniqueName('Organization'), image: pixel })
    const type = headers['content-type']
    return (await send('root', 'POST', '/godmode/organization', new Uint8Array(body), type)).answer.id
  }
  return {
    listGodmodeActivity: {
      as: 'root',
      call: once('listGodmodeActivity', async () => {
        for (const [who, event] of [
          ['mira', 'opened'],
          ['jon', 'closed'],
          ['ana', 'read'],
        ] as const)
          await send(who, 'POST', '/events/', {
            data: { category_broad: 'signals', category_narrow: 'report', event },
            time: '2026-11-20T07:00:00Z',
            userAgent: 'Walk/1',
          })
        return { query: { perPage: 2 } }
      }),
      values: { ...ofOrganization, ...ofUser, 'query.searchTerm': ['opened'], ...pages, ...cursor },
    },
    getGodmodeActivityHeatmap: {
      as: 'root',
      call: () => ({}),
      values: { ...ofOrganization, ...ofUser, 'query.days': [1] },
    },
    listGodmodePortfolios: {
      ...list,
      calls: { 'query.direction': () => ({ query: { perPage: 2, sort: 'title' } }) },
      values: { ...ofOrganization, 'query.searchTerm': ['Roofs'], ...orders('title', 'trends'), ...pages, ...cursor },
    },
    listOrganizationGroups: {
      ...list,
      call: once('listOrganizationGroups', async () => {
        await makeGroup()
        await makeGroup()
        await makeGroup()
        return { query: { perPage: 2 } }
      }),
      values: { ...ofOrganization, 'query.searchTerm': ['Insights'], ...orders('createdAt', 'users'), ...pages },
    },
    createOrganizationGroup: {
      as: 'root',
      call: () => ({ body: { name: uniqueName('Group'), organizationId: ids['org'] } }),
      stored: readGroup,
      values: { 'body.name': ['Insights'], 'body.organizationId': [ids['anaOrg']] },
    },
    updateOrganizationGroup: {
      as: 'root',
      call: async () => ({ path: { id: await makeGroup() }, body: { name: uniqueName('Group') } }),
      stored: readGroup,
      values: { 'path.id': ['grp_unknown'], 'body.name': ['Insights'] },
    },
    listOrganizationGroupUsers: {
      as: 'root',
      call: once('listOrganizationGroupUsers', async () => {
        const groupId = await makeGroup()
        for (let n = 0; n < 3; n++) await post(`/godmode/organization-groups/${groupId}/users`, person(), 'root')
        return { path: { groupId }, query: { perPage: 2 } }
      }),
      values: { 'path.groupId': ['grp_unknown'], ...pages },
    },
    addOrganizationGroupUser: {
      as: 'root',
      call: async () => ({ path: { groupId: await makeGroup() }, body: person() }),
      stored: readUser,
      values: {
        'path.groupId': ['grp_unknown'],
        'body.firstName': ['Nils'],
        'body.lastName': ['Dahl'],
        'body.email': ['nils@northwind.example'],
      },
    },
    removeOrganizationGroupUser: {
      as: 'root',
      call: async () => {
        const groupId = await makeGroup()
        const { id } = await post(`/godmode/organization-groups/${groupId}/users`, person(), 'root')
        return { path: { groupId, userId: id } }
      },
      values: { 'path.groupId': ['grp_unknown'], 'path.userId': ['usr_unknown'] },
    },
    listUsers: {
      ...list,
      values: {
        ...ofOrganization,
        ...ofUser,
        'query.searchTerm': ['Ana'],
        'query.disabled': ['true'],
        ...orders('email', 'createdAt'),
        ...pages,
        ...cursor,
      },
    },
    createUser: {
      as: 'root',
      call: () => ({ body: { ...person(), organizationId: ids['org'] } }),
      stored: readUser,
      values: {
        'body.firstName': ['Nils'],
        'body.lastName': ['Dahl'],
        'body.email': ['nora@northwind.example'],
        'body.organizationId': [ids['anaOrg']],
        'body.groupIds': [[ids['grp']]],
      },
    },
    setModuleAccess: {
      as: 'root',
      call: () => ({ path: { userId: ids['ana'] ?? '' }, body: { module: 'demographics', access: true } }),
      stored: async () => (await get('/users/me', 'ana')).modules,
      values: { 'path.userId': ['usr_unknown'], 'body.module': ['unknown'], 'body.access': [false] },
    },
    listOrganizations: {
      ...list,
      call: once('listOrganizations', async () => {
        await makeOrganization()
        return { query: { perPage: 2 } }
      }),
      values: { ...orders('createdAt', 'users'), ...pages },
    },
    listFilteredOrganizations: {
      ...list,
      values: {
        ...ofOrganization,
        'query.userId': [ids['ana']],
        'query.searchTerm': ['Contoso'],
        ...orders('createdAt', 'users'),
        ...pages,
      },
    },
    createOrganization: {
      as: 'root',
      call: () => ({ body: { name: uniqueName('Organization') } }),
      stored: organizationOf,
      values: { 'body.name': ['Zebra'] },
    },
    'createOrganization form': {
      as: 'root',
      call: () => ({ form: { name: uniqueName('Organization') } }),
      stored: organizationOf,
      values: { 'form.name': ['Lion'], 'form.image': [pixel] },
    },
    updateOrganization: {
      as: 'root',
      call: async () => {
        const id = await makeOrganization()
        return { path: { id }, body: { name: uniqueName('Renamed') } }
      },
      calls: {
        'body.imageRemoved': async () => ({
          path: { id: await makePictured() },
          body: { name: uniqueName('Renamed') },
        }),
      },
      stored: organizationOf,
      values: { 'path.id': ['org_unknown'], 'body.name': ['Ibex'], 'body.imageRemoved': [true] },
    },
    'updateOrganization form': {
      as: 'root',
      call: async () => ({ path: { id: await makeOrganization() }, form: { name: uniqueName('Renamed') } }),
      calls: {
        'form.imageRemoved': async () => ({
          path: { id: await makePictured() },
          form: { name: uniqueName('Renamed') },
        }),
      },
      stored: organizationOf,
      values: { 'form.name': ['Giraffe'], 'form.image': [pixel], 'form.imageRemoved': ['true'] },
    },
    getCacheStatus: {
      as: 'root',
      call: () => ({ path: { x: '-' } }),
      values: { 'path.x': [ids['anaOrg'], 'org_unknown'] },
    },
    updateCache: {
      as: 'root',
      call: () => ({ path: { x: '-' }, query: { wait: 30 } }),
      values: { 'path.x': [ids['anaOrg'], 'org_unknown'], 'query.wait': [0] },
    },
    updatePortfolioCache: {
      as: 'root',
      call: () => ({ path: { x: ids['pf'] ?? '' }, query: { wait: 30 } }),
      values: { 'path.x': [ids['otherPf'], 'pf_unknown'], 'query.wait': [0] },
    },
  }
}
