/** The pages of the administration, in the order of their tabs. */
export const administrationPages = [
  {
    to: '/admin/organizations',
    title: 'Organizations',
    lead: 'The companies and bodies whose people work together. Nobody sees what another organization has.',
  },
  {
    to: '/admin/groups',
    title: 'Groups',
    lead: 'People of an organization who share portfolios, projects and stories.',
  },
  {
    to: '/admin/people',
    title: 'People',
    lead: 'Who has access, and which modules each person may use. Roles come from the identity provider.',
  },
  {
    to: '/admin/activity',
    title: 'Activity',
    lead: 'Which pages people opened and what they did in the app. What they search for is not recorded.',
  },
  { to: '/admin/portfolios', title: 'Portfolios', lead: 'The portfolios of all organizations, without their signals.' },
  {
    to: '/admin/reports',
    title: 'Report cache',
    lead: 'How fresh the stored signal reports are. An update searches the stale ones again.',
  },
  {
    to: '/admin/jobs',
    title: 'Jobs',
    lead: 'What the server does in the background, and which work it gave up on.',
  },
  {
    to: '/admin/audit',
    title: 'Audit trail',
    lead: 'What administrators changed. Entries are never changed and never deleted.',
  },
  {
    to: '/admin/security',
    title: 'Security log',
    lead: 'Who signed in, what was refused and who changed access, for 180 days. Reading it is recorded, too.',
  },
] as const
