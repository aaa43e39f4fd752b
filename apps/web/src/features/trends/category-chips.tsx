import type { Category } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { RovingList } from '../../ui/roving-list.tsx'
import surfaces from '../../ui/surfaces.module.css'

/** Categories in a line, each linking to its details. */
export const CategoryChips = ({ categories, label }: { categories: readonly Category[]; label: string }) => (
  <RovingList wraps gap={8} aria-label={label}>
    {categories.map(({ id, name }) => (
      <li key={id}>
        <Link className={surfaces.chip} to="/trends" search={{ view: 'categories', category: id }}>
          {name}
        </Link>
      </li>
    ))}
  </RovingList>
)
