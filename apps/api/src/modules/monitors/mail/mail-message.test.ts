import type { DigestText } from '@auspex/sdk/types'
import { expect, test } from 'vitest'
import { writeMail } from './mail-message.ts'

const digest: DigestText = {
  title: 'World: Canada up',
  lead: '2 of 2 signals changed clearly.',
  items: [
    {
      signalId: 'sig_1',
      title: 'Canada',
      text: 'About 4 a week were usual. US rose too: 12 posts. “Rock & <roll>” (r/news).',
      related: [
        { signalId: 'sig_2', title: 'US' },
        { signalId: 'sig_3', title: 'Rock & <roll>' },
        { signalId: 'sig_4', title: 'not there (at all' },
      ],
    },
  ],
  more: [],
  quiet: 0,
  behind: 0,
  signals: 2,
}

const digestMail: Parameters<typeof writeMail>[0] = {
  id: 'mail_1',
  recipientId: 'usr_ada',
  senderId: null,
  kind: 'digest',
  signalId: null,
  path: null,
  title: digest.title,
  message: null,
  alert: null,
  digest,
  attachment: null,
  occasion: 'one',
  tries: 1,
  createdAt: new Date('2026-11-30T08:00:00Z'),
}
const context = {
  to: { name: 'Ada', address: 'ada@example.com' },
  sender: null,
  publicUrl: new URL('https://auspex.example'),
  token: 'secret',
}

test('an email of a kind that only a newer version of the product queues is sent with its title and message', () => {
  const kind = 'briefing' as typeof digestMail.kind
  const mail = writeMail({ ...digestMail, kind, digest: null, title: 'Oat milk', message: 'What is new' }, context)
  expect(mail.subject).toBe('Oat milk')
  expect(mail.text).toContain('What is new')
})

test('names of related signals in an email are links where they stand alone, and escaped like the rest', () => {
  const { html } = writeMail(digestMail, context)
  const links = [...html.matchAll(/href="https:\/\/auspex\.example\/signals\/(\w+)">([^<]*)</g)]
  expect(links.map(([, signalId, label]) => [signalId, label])).toEqual([
    ['sig_1', 'Canada'],
    ['sig_2', 'US'],
    ['sig_3', 'Rock &amp; &lt;roll&gt;'],
  ])
  expect(html).toContain('About 4 a week were usual. <a')
})
