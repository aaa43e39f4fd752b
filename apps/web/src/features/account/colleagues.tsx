import { Avatar, Box, Flex, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Person } from '@auspex/sdk'
import { useState } from 'react'
import { formatPlural } from '../../lib/format.ts'
import { Card, Section } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The number that can be scanned at a glance; more are found by name. */
const maxShown = 8

const matches = ({ name, email }: Person, words: string) =>
  `${name ?? ''} ${email ?? ''}`.toLowerCase().includes(words.trim().toLowerCase())

/** The other people of the organization who have signed in. */
export const Colleagues = ({ people }: { people: readonly Person[] }) => {
  const [words, setWords] = useState('')
  const matching = people.filter((person) => matches(person, words))
  return (
    <Section
      title="Your colleagues"
      hint={
        people.length === 0
          ? 'Nobody else of your organization has signed in yet. You can send signals to people once they have.'
          : `${formatPlural(people.length, 'person', 'people')} you can send signals to.`
      }
      actions={
        people.length > maxShown && (
          <TextInput
            aria-label="Find a colleague"
            placeholder="Name or e-mail"
            leftSection={<IconSearch size={15} aria-hidden />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )
      }
    >
      {matching.length > 0 && (
        <Card padded={false}>
          <ul className={surfaces.lines} aria-label="Your colleagues">
            {matching.slice(0, maxShown).map((person) => (
              <Flex key={person.id} component="li" gap={12} align="center" py={10} px={16}>
                <Avatar
                  name={person.name ?? person.email ?? '?'}
                  color="iris"
                  size={32}
                  radius="xl"
                  alt=""
                  aria-hidden
                />
                <Box miw={0}>
                  <p className={textStyles.breakable}>{person.name ?? person.email ?? 'A colleague without a name'}</p>
                  {person.name !== null && person.email !== null && (
                    <p className={`${textStyles.caption} ${textStyles.breakable}`}>{person.email}</p>
                  )}
                </Box>
              </Flex>
            ))}
          </ul>
        </Card>
      )}
      {people.length > 0 && (matching.length === 0 || matching.length > maxShown) && (
        <Box component="p" className={textStyles.note} mt={10} role="status">
          {matching.length === 0
            ? `No colleague has “${words.trim()}” in the name or address.`
            : `${formatPlural(matching.length - maxShown, 'more', 'more')}: type a name to find one.`}
        </Box>
      )}
    </Section>
  )
}
