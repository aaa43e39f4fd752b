import { Group } from '@mantine/core'
import type { SignalReport } from '@auspex/sdk'
import { Section } from '../../../ui/page.tsx'
import { HowCounted } from './how-counted.tsx'
import surfaces from '../../../ui/surfaces.module.css'

/** The numbers from which the rest is computed, each with its formula, query, documents and source runs. */
export const CountingSection = ({ report: { counts, momentum, tone } }: { report: SignalReport }) => {
  const numbers = [
    { title: 'Documents', name: 'how documents are counted', pointer: '/counts/documents', isTold: true },
    {
      title: 'Stories',
      name: 'how stories are counted',
      pointer: '/counts/storyClusters',
      isTold: counts.storyClusters !== null,
    },
    { title: 'Outlets', name: 'how outlets are counted', pointer: '/counts/outlets', isTold: true },
    {
      title: 'Growth',
      name: 'how growth is measured',
      pointer: '/momentum/ratio/value',
      isTold: momentum.ratio !== null,
    },
    { title: 'Mean tone', name: 'how tone is measured', pointer: '/tone/mean/value', isTold: tone.mean !== null },
    { title: 'Countries', name: 'how countries are counted', pointer: '/locations/known', isTold: true },
    { title: 'Contexts', name: 'how contexts are counted', pointer: '/contexts/documentsRead', isTold: true },
  ].filter(({ isTold }) => isTold)
  return (
    <Section
      id="counting"
      title="How it is counted"
      hint="Open a number for its formula, its query, its documents and the sources that were asked."
    >
      <Group component="ul" gap={8}>
        {numbers.map(({ title, name, pointer }) => (
          <li key={title} className={surfaces.chip}>
            {title} <HowCounted pointer={pointer} name={name} />
          </li>
        ))}
      </Group>
    </Section>
  )
}
