import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Portfolio } from '@auspex/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { describeFailure } from '../../../lib/failure.ts'
import { formatPlural } from '../../../lib/format.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import textStyles from '../../../ui/text-styles.module.css'

interface AddPortfoliosDialogProps {
  /** Those that are not in the project yet. */
  portfolios: readonly Portfolio[]
  onAdd: (ids: readonly string[]) => Promise<void>
  onClose: () => void
}

/** Below this many a list is read faster than a search is typed. */
const fewPortfolios = 6

/** Portfolios to choose from. */
export const AddPortfoliosDialog = ({ portfolios, onAdd, onClose }: AddPortfoliosDialogProps) => {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const add = useMutation({ mutationFn: () => onAdd(chosen), onSuccess: onClose })
  const failure = add.error && describeFailure(add.error)
  const shown = portfolios.filter(({ title }) => title.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <Modal
      opened
      onClose={onClose}
      title="Add portfolios"
      size={460}
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {portfolios.length === 0 ? (
        <Stack gap={16} align="flex-start">
          <p className={textStyles.text}>There is no other portfolio to add. Make one, then come back.</p>
          <LinkButton to="/portfolios" data-autofocus>
            Portfolios
          </LinkButton>
        </Stack>
      ) : (
        <Stack gap={16}>
          {portfolios.length > fewPortfolios && (
            <TextInput
              aria-label="Find a portfolio"
              placeholder="Find a portfolio"
              leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Stack gap={12} mah="46vh" style={{ overflowY: 'auto' }} role="group" aria-label="Portfolios" py={2} px={2}>
            {shown.map(({ id, title, trendCount }) => (
              <Checkbox
                key={id}
                label={
                  <>
                    {title} <span className={textStyles.note}>{formatPlural(trendCount, 'trend')}</span>
                  </>
                }
                checked={chosen.includes(id)}
                onChange={() =>
                  setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
                }
              />
            ))}
            {shown.length === 0 && <p className={textStyles.remark}>No portfolio is called so.</p>}
          </Stack>
          {failure && (
            <p className={textStyles.fault} role="alert">
              {failure.message}. {failure.detail}
            </p>
          )}
          <Group gap="xs">
            <Button disabled={chosen.length === 0} loading={add.isPending} onClick={() => add.mutate()}>
              {chosen.length > 0 ? `Add ${formatPlural(chosen.length, 'portfolio')}` : 'Add'}
            </Button>
            <Button variant="subtle" color="gray" onClick={onClose}>
              Cancel
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
