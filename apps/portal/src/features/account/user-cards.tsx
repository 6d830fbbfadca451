import { Button, buttonClass } from '@hc/ui/button'
import { DefinitionRow } from '@hc/ui/definition-row'
import { Icon } from '@hc/ui/icon'
import { iconExit, iconExternal } from '@hc/ui/more-icons'
import { Notice, StatePanel } from '@hc/ui/notice'
import { Skeleton } from '@hc/ui/skeleton'
import { errorText } from '@hc/i18n/error-text'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { ePointNum, useBalance, useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/use-call.ts'
import { paths } from '../../paths.ts'
import { useApp } from '../../shell/app-context.ts'
import { openDialog } from '../../shell/dialog-store.ts'
import { ServiceLink } from '../service-link.tsx'
import { NextGift } from '../recharge/next-gift.tsx'
import { rememberChoice, SERVER_MAINTENANCE } from '../recharge/role-choice.ts'

export function ProfileCard() {
  const t = useTranslations('account')
  const { info } = useSession()
  const value = (text: string | undefined) =>
    text === undefined ? (
      <Skeleton className="ml-auto h-[1.6rem] w-28" />
    ) : (
      text || <span className="text-faint">{t('user.unset')}</span>
    )
  return (
    <section className="flex flex-col py-5 md:px-6 md:py-6" aria-labelledby="profile-title">
      <h2 id="profile-title" className="heading-3 mb-2">
        {t('user.account')}
      </h2>
      <dl>
        <DefinitionRow look="profile" label={t('user.account')}>
          {value(info?.account)}
        </DefinitionRow>
        <DefinitionRow look="profile" label={t('user.uid')}>
          {value(info?.uid)}
        </DefinitionRow>
        <DefinitionRow look="profile" label={t('user.email')}>
          {value(info?.email)}
        </DefinitionRow>
        <DefinitionRow look="profile" label={t('user.phone')}>
          {value(info?.phone)}
        </DefinitionRow>
      </dl>
      <p className="mt-3 text-sm text-faint">{t('user.security')}</p>
      <div className="mt-auto flex flex-wrap gap-3 pt-5 max-md:[&>*]:grow">
        <Button kind="quiet" size="small" onClick={() => openDialog('logout')}>
          <Icon name={iconExit} className="size-4" />
          {t('user.logout')}
        </Button>
        {info?.customer_service && (
          <ServiceLink href={info.customer_service} className={buttonClass('ghost', 'small')}>
            {t('user.service')}
            <Icon name={iconExternal} className="size-4" />
          </ServiceLink>
        )}
      </div>
    </section>
  )
}

export function PointsCard() {
  const t = useTranslations('account')
  const { init } = useApp()
  const format = useFormat()
  const balance = useBalance()
  const bucket = (points: number | undefined) =>
    points === undefined ? (
      <Skeleton className="h-[1.82rem] w-20" />
    ) : (
      <span className="block text-xl font-bold tabular-nums">{format.number(points)}</span>
    )
  return (
    <section className="card wallet flex flex-col p-5 md:p-6" aria-labelledby="points-title">
      <h2 id="points-title" className="heading-3">
        {t('points.title')}
      </h2>
      <div className="mt-3 flex items-center gap-4">
        <img src={init.brand.currency} alt="" width="72" height="72" />
        <div>
          <p className="text-sm text-soft">{t('points.total')}</p>
          <div className="price h-[1.3em] text-4xl leading-[1.3]">
            {balance ? format.number(ePointNum(balance)) : <Skeleton className="h-full w-32" />}
          </div>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-3">
        <div className="rounded-md bg-night/50 p-4">
          <dt className="text-sm text-soft">{t('points.basic')}</dt>
          <dd>
            {bucket(balance?.basicNum)}
            <span className="block text-sm text-faint">{t('points.basicHint')}</span>
          </dd>
        </div>
        <div className="rounded-md bg-night/50 p-4">
          <dt className="text-sm text-soft">{t('points.present')}</dt>
          <dd>
            {bucket(balance?.presentNum)}
            <span className="block text-sm text-faint">{t('points.presentHint')}</span>
          </dd>
        </div>
      </dl>
      {balance !== null && balance.debtNum > 0 && (
        <Notice tone="warn" className="mt-4">
          <p className="font-bold">{t('points.debt')}</p>
          <p>{t('points.debtText', { points: format.number(balance.debtNum) })}</p>
        </Notice>
      )}
      <div className="mt-auto flex flex-wrap gap-3 pt-5 max-md:[&>*]:grow">
        <Link href={paths.packs} className={buttonClass('gold', 'small')}>
          {t('points.topUp')}
        </Link>
        <Link href={paths.points} className={buttonClass('quiet', 'small')}>
          {t('points.records')}
        </Link>
      </div>
    </section>
  )
}

/** The characters, each with its next gift. `onKnown`: called once the card is as high as it will be. */
export function RolesCard({ onKnown }: { onKnown: () => void }) {
  const t = useTranslations('account')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const { status } = useSession()
  const { result: servers, error, reload } = useCall('user/webRole', status === 'player' ? {} : null)
  const roles = servers?.flatMap((server) => server.roles.map((role) => ({ server, role })))
  const [gifts, setGifts] = useState(0)
  const isKnown = error !== null || (roles !== undefined && gifts >= roles.length)
  const say = useEffectEvent(onKnown)
  useEffect(() => {
    if (isKnown) say()
  }, [isKnown])
  return (
    <section className="flat" aria-labelledby="roles-title">
      <h2 id="roles-title" className="heading-3 mb-4">
        {t('roles.title')}
      </h2>
      {error !== null && !servers && (
        <Notice tone="bad">
          <p>{errorText(te, error, 'roleList')}</p>
          <Button kind="quiet" size="small" className="mt-2" onClick={() => void reload()}>
            {tc('action.retry')}
          </Button>
        </Notice>
      )}
      {!isKnown && (
        <div className="grid gap-3 md:grid-cols-2">
          {[1, 2, 3, 4].map((placeholder) => (
            <Skeleton key={placeholder} className="h-20" />
          ))}
        </div>
      )}
      {roles?.length === 0 && <StatePanel art="empty" title={t('roles.empty')} text={t('roles.emptyText')} />}
      {/* A gift that comes later would move what is below it. */}
      <ul className="grid gap-3 md:grid-cols-2 [&[hidden]]:hidden items-start" hidden={!isKnown}>
        {roles?.map(({ server, role }) => (
          <li key={role.role_id} className="rounded-md border border-line bg-night/40 px-4 py-3">
            <div className="flex min-h-14 items-center gap-3">
              <span className="role-avatar" aria-hidden="true">
                {role.role_name.slice(0, 1)}
              </span>
              <div className="min-w-0 flex-1">
                <p className="font-bold">
                  {role.role_name}{' '}
                  <span className="inline-block font-normal text-soft">
                    {t('roles.level', { level: String(role.level) })}
                  </span>
                </p>
                <p className="text-sm text-soft">
                  <span className="inline-block">
                    {server.server_name}
                    {' ·\u00A0'}
                  </span>
                  <span className="inline-block">
                    {t(server.status === SERVER_MAINTENANCE ? 'roles.maintenance' : 'roles.open')}
                  </span>
                </p>
              </div>
              {server.status !== SERVER_MAINTENANCE && (
                <Link
                  href={paths.recharge}
                  className={buttonClass('quiet', 'small')}
                  aria-label={t('roles.topUpFor', { name: role.role_name })}
                  onClick={() => rememberChoice(servers ?? [], { server_id: server.server_id, role_id: role.role_id })}
                >
                  {t('roles.topUp')}
                </Link>
              )}
            </div>
            <NextGift
              target={{ server_id: server.server_id, role_id: role.role_id }}
              role={role.role_name}
              onKnown={() => setGifts((count) => count + 1)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
