import { Link } from 'wouter'
import { LongNumber } from './list/long-number.tsx'

type Props = {
  no: string
  /** False: the number came from outside, and no order of the shop has it. */
  known?: boolean
  /** The whole number, outside lists. */
  whole?: boolean
}

/** A link to an order; a dash if the row belongs to none. */
export function OrderLink({ no, known = true, whole = false }: Props) {
  if (no === '') return '–'
  if (!known) return <LongNumber number={no} />
  return (
    <Link className="link" href={`/orders/${no}`}>
      {whole ? no : <LongNumber number={no} />}
    </Link>
  )
}
