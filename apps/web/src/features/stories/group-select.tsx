import { Select } from '@mantine/core'
import type { GroupRef } from '@auspex/sdk'

interface GroupSelectProps {
  groups: readonly GroupRef[]
  value: string | null
  onChange: (groupId: string | null) => void
}

const nobody = 'nobody'

/** Who else sees and changes a story; nothing for people without groups. */
export const GroupSelect = ({ groups, value, onChange }: GroupSelectProps) =>
  groups.length > 0 && (
    <Select
      label="Who works on it"
      data={[{ value: nobody, label: 'Only you' }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value ?? nobody}
      allowDeselect={false}
      onChange={(choice) => onChange(choice === nobody ? null : choice)}
    />
  )
