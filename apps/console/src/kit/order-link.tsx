import { Link } from 'wouter'

type Props = {
  no: string
  /** False: the number came from outside, and no order of the shop has it. */
  known?: boolean
}

/** A link to an order; a dash if the row belongs to none. */
export function OrderLink({ no, known = true }: Props) {
  if (no === '') return '–'
  if (!known) return <code>{no}</code>
  return (
    <Link className="link" href={`/orders/${no}`}>
      {no}
    </Link>
  )
}
