import { Icon } from '@hc/ui/icon'

/** Points have no picture of their own. */
const iconCoins =
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm3-11.5c-.6-1.2-1.7-1.8-3-1.8-1.6 0-2.8.8-2.8 2.1 0 3 6 1.4 6 4.4 0 1.3-1.3 2.1-3 2.1-1.5 0-2.7-.6-3.3-1.8M12 6v1.7m0 8.6V18' as const

/** The picture of an item in a row. Its name stands beside it. */
export const ItemPicture = ({ icon }: { icon: string }) =>
  icon === '' ? (
    <span className="row-picture row-picture-none">
      <Icon name={iconCoins} className="size-5" />
    </span>
  ) : (
    <img className="row-picture" src={icon} alt="" width={32} height={32} loading="lazy" />
  )

/** The first letter of a person's or a player's name, in place of a picture. */
export const Initial = ({ name }: { name: string }) => (
  <span className="initial" aria-hidden="true">
    {[...new Intl.Segmenter().segment(name.trim() || '–')][0]?.segment.toLocaleUpperCase()}
  </span>
)
