import { type ReactNode, useState } from 'react';
import { call } from '#staff/calls/api.ts';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { useSending } from '../use-sending.ts';

type Props = { onDone: (email: string, isMailed: boolean) => void; onClose: () => void };

/** Puts somebody on the staff, who gets a mail with a link to choose a password. */
export function InviteColleague({ onDone, onClose }: Props): ReactNode {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<'editor' | 'admin'>('editor');
  const { element, errors, failure, isBusy, send } = useSending();
  const submit = () =>
    send(
      () => call('inviteColleague', { email: email.trim(), name, role }),
      ({ isMailed }) => onDone(email.trim(), isMailed),
    );
  return (
    <FormDialog
      title="Invite somebody"
      size="small"
      form={element}
      action={isBusy ? 'Inviting …' : 'Send invitation'}
      hasInput={() => email !== '' || name !== ''}
      {...{ isBusy, failure, onSubmit: submit, onClose }}
    >
      <LabeledField label="E-mail" required error={errors['email']}>
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            type="email"
            className="ed-input"
            autoComplete="off"
            maxLength={320}
            data-autofocus
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </LabeledField>
      <LabeledField label="Name" error={errors['name']} help="As colleagues know the person">
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            className="ed-input"
            autoComplete="off"
            maxLength={200}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </LabeledField>
      <LabeledField
        label="Role"
        help={role === 'admin' ? 'Edits everything, and decides who may edit' : 'Edits everything on all sites'}
      >
        {({ labelId: _, ...ids }) => (
          <select
            {...ids}
            className="ed-input ed-input--select"
            value={role}
            onChange={({ target }) => setRole(target.value === 'admin' ? 'admin' : 'editor')}
          >
            <option value="editor">Editor</option>
            <option value="admin">Administrator</option>
          </select>
        )}
      </LabeledField>
    </FormDialog>
  );
}
