import { type Operation, withResponse } from '@parley/sdk';
import { ownZone } from '@parley/sdk/browser';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWorkplace } from '../app/workplace.tsx';
import { type AnalyticsFilter, readAnalyticsFilter } from './analytics-filter.ts';
import { figureParameters, type Scope } from './figures.ts';
import { dayIn, type Period, periodBefore, periodOf } from './period.ts';

const route = getRouteApi('/person/$project/analytics/{-$tab}');

/** The filter of the address and what follows from it. */
export interface Analytics {
  filter: AnalyticsFilter;
  period: Period;
  before: Period;
  zone: string;
}

export function useAnalytics(): Analytics {
  const search = route.useSearch();
  return useMemo(() => {
    const filter = readAnalyticsFilter(search);
    const zone = ownZone();
    const period = periodOf(filter, dayIn(zone, Date.now()));
    return { filter, period, before: periodBefore(period), zone };
  }, [search]);
}

export function useSetFilter(): (
  change: { [Name in keyof AnalyticsFilter]: AnalyticsFilter[Name] | undefined },
) => void {
  const navigate = useNavigate();
  const filter = route.useSearch();
  return (change) => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ to: '.', search: Object.fromEntries(next) });
  };
}

/** An answer of analytics and how fresh it is. */
export interface Figures<Output> {
  data: Output;
  /** Every event up to then is counted. */
  asOf: number;
  lagMs: number;
}

interface FigureQuery {
  scope: Scope;
  /** Default: the period of the filter. */
  period?: Period;
  /** Parameters of the operation alone. */
  own?: Record<string, string | number>;
}

/** Asks for figures with the filter of the address. */
export function useFigures<Params, Output>(
  operation: Operation<Params, Output>,
  { scope, period, own }: FigureQuery,
): UseQueryResult<Figures<Output>> {
  const { parley, projectId } = useWorkplace();
  const analytics = useAnalytics();
  const parameters = {
    ...figureParameters(analytics.filter, period ?? analytics.period, analytics.zone, scope),
    ...own,
  };
  return useQuery({
    queryKey: ['analytics', projectId, operation.spec.name, parameters],
    queryFn: async ({ signal }) => {
      const call = withResponse(operation as Operation<Record<string, unknown>, Output>);
      const { data, headers } = await call(parley, parameters, { signal });
      return {
        data,
        asOf: Date.parse(headers.get('parley-as-of') ?? ''),
        lagMs: Number(headers.get('parley-lag-ms')),
      };
    },
    staleTime: 30_000,
  });
}
