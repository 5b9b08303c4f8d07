import { useQuery } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, Navigate, Outlet, useParams, useRouter } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useEffect } from 'react';

import { Dialog } from '../ui/dialog.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { openWorkplace } from './open-workplace.ts';
import { setPreferences } from './preferences.ts';
import { problemOf } from './problem.ts';
import { useSession, useSessionState } from './session-context.tsx';
import { Shell } from './shell.tsx';
import { SignInForm } from './sign-in.tsx';
import { useTexts } from './texts.tsx';
import { WorkplaceProvider } from './workplace.tsx';

/** Every page that needs a person. */
export function PersonFrame() {
  return (
    <>
      <Outlet />
      <SessionEndedDialog />
    </>
  );
}

/** Opens the project of the address; drafts and place outlive an ended session. */
export function ProjectFrame() {
  const session = useSession();
  const { user } = useSessionState();
  const { project } = useParams({ from: '/person/$project' });
  const workplace = useQuery({
    queryKey: ['workplace', project, user?._id],
    queryFn: () => openWorkplace(session, project, user?._id ?? ''),
    enabled: user !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data } = workplace;

  useEffect(() => {
    if (data) setPreferences({ lastProject: data.projectId });
    return () => data?.close();
  }, [data]);

  if (workplace.error)
    return (
      <main>
        <Refused error={workplace.error} onRetry={() => void workplace.refetch()} />
      </main>
    );
  if (!data) return <FrameSkeleton />;
  return (
    <WorkplaceProvider value={data}>
      <Shell />
    </WorkplaceProvider>
  );
}

/** Over the page of a session that has ended: what stands on the page stays. */
function SessionEndedDialog() {
  const t = useTexts();
  const { status, user } = useSessionState();
  if (status !== 'ended') return null;
  return (
    <Dialog open title={t('signin.again')}>
      <p className="mb-3">{t('signin.againText', { email: user?.email ?? '' })}</p>
      <SignInForm {...(user?.email && { email: user.email })} />
    </Dialog>
  );
}

function Refused({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTexts();
  const problem = problemOf(error, t);
  const isForbidden = ['not_a_member', 'role_too_low', 'project_not_found', 'ip_not_allowed'].includes(
    problem.code ?? '',
  );
  // The project is open to people with a second factor, which their account sets up.
  if (problem.code === 'second_factor_missing')
    return <Navigate to="/account/{-$tab}" params={{ tab: 'security' }} replace />;
  if (!isForbidden) return <Failure problem={problem} onRetry={onRetry} />;
  return (
    <Empty
      icon={<SearchX size={28} strokeWidth={1.5} />}
      title={t('state.notFound')}
      action={
        <Link to="/projects" className="text-accent underline">
          {t('projects.title')}
        </Link>
      }
    >
      {problem.msg}
    </Empty>
  );
}

function FrameSkeleton() {
  const t = useTexts();
  return (
    <div className="flex h-dvh" role="status" aria-label={t('app.loading')}>
      <div className="hidden w-23 border-e border-line bg-raised md:block" />
      <div className="hidden w-55 border-e border-line p-4 lg:block">
        <Skeleton className="h-5 w-24" />
      </div>
      <div className="w-full border-e border-line p-4 md:w-90">
        <Skeleton className="h-5 w-40" />
      </div>
    </div>
  );
}

/** In the place of a screen whose address names nothing. */
export function NotFound() {
  const t = useTexts();
  return (
    <Empty
      icon={<SearchX size={28} strokeWidth={1.5} />}
      title={t('state.notFound')}
      action={
        <Link to="/" className="text-accent underline">
          {t('state.back')}
        </Link>
      }
    >
      {t('state.notFoundText')}
    </Empty>
  );
}

/** The same where there is no frame around it. */
export function NotFoundPage() {
  return (
    <main>
      <NotFound />
    </main>
  );
}

/** In the place of a screen that failed: by a call of its route, or by a fault of ours. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const t = useTexts();
  const router = useRouter();
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  return <Failure problem={problemOf(error, t)} onRetry={() => void retry()} />;
}
