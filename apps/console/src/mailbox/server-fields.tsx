import { useTexts } from '../app/texts.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';

interface Server {
  host: string;
  port: number;
  secure: 'tls' | 'starttls' | 'none';
}

const securities = ['tls', 'starttls', 'none'] as const;

/** Host, port and encryption of a mail server. */
export function ServerFields<Kind extends Server>({
  server,
  onChange,
  problemAt,
  mayBePlain = false,
}: {
  server: Kind;
  onChange: (server: Kind) => void;
  problemAt: (field: keyof Server) => string | undefined;
  /** Only for servers of networks that the operator allows. */
  mayBePlain?: boolean;
}) {
  const t = useTexts();
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_6rem_9rem]">
      <Field
        label={t('mail.host')}
        required
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={253}
        value={server.host}
        onChange={({ target }) => onChange({ ...server, host: target.value })}
        problem={problemAt('host')}
      />
      <Field
        label={t('mail.port')}
        type="number"
        required
        min={1}
        max={65_535}
        value={server.port || ''}
        onChange={({ target }) => onChange({ ...server, port: Number(target.value) })}
        problem={problemAt('port')}
      />
      <SelectField
        label={t('mail.secure')}
        value={server.secure}
        onChange={({ target }) => onChange({ ...server, secure: target.value as Server['secure'] })}
        choices={securities
          .filter((value) => value !== 'none' || mayBePlain || server.secure === 'none')
          .map((value) => ({ value, label: t(`mail.secure.${value}`) }))}
        problem={problemAt('secure')}
      />
    </div>
  );
}
