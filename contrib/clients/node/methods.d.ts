// Made by `make generated`; do not edit. The methods of memoryd by namespace; times are ISO 8601 in UTC.
export interface Methods {
  audit: {
    /** Who changed which memory, when, and by which method; the oldest change first. */
    list(params?: {
      key?: string | null;
      since?: string | null;
      limit?: number;
      after?: string | null;
      session_id?: string | null;
    }): Promise<{
      entries: Array<{
        after?: string;
        at: string;
        before?: string;
        by: {
          agent?: string;
          pid?: number;
          session?: string;
          uid: number;
        } | string;
        change: string;
        count?: number;
        key?: string;
        kind?: string;
        method: string;
        seq?: number;
      }>;
      next?: string;
    }>;
    /** A memory's text as of a time, and all its versions with their authors. */
    show(params: {
      key: string;
      at?: string | null;
      session_id?: string | null;
    }): Promise<{
      earlier?: string;
      key: string;
      text: string | null;
      versions: Array<{
        after?: string;
        at: string;
        before?: string;
        by: {
          agent?: string;
          pid?: number;
          session?: string;
          uid: number;
        } | string;
        change: string;
        count?: number;
        key?: string;
        kind?: string;
        method: string;
        seq?: number;
        text: string | null;
      }>;
    }>;
    /** Check that no line of the audit was changed, removed or moved since it was written. */
    verify(params?: {
      session_id?: string | null;
      progress?: string | null;
    }): Promise<{
      faults: number;
      files: number;
      head: {
        hash: string;
        seq: number;
      };
      lines: number;
      problems: Array<{
        action: string;
        line?: number;
        path: string;
        severity?: string;
        what: string;
      }>;
      status: string;
      texts: number;
    }>;
  };
  contexts: {
    /** Import contexts from an export unchanged, archived ones included: ids, times, accesses; existing ones stay. */
    import_many(params: {
      contexts: Array<{
        id: string;
        project: string;
        content: string;
        source?: string;
        metadata?: Record<string, unknown>;
        tags?: Array<string>;
        causality?: Record<string, unknown> | null;
        created: string;
        last_accessed?: string | null;
        access_count?: number;
        archived?: boolean;
        audience?: "group" | "private" | "shared";
        sources?: Array<string>;
      }>;
      session_id?: string | null;
    }): Promise<{
      contexts: Array<{
        id: string;
        message?: string;
        status: "added" | "known" | "rejected";
      }>;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
    }>;
    /** Contexts by id, or the pruned ones; does not count as an access. */
    list(params?: {
      project?: string | null;
      archived?: boolean;
      limit?: number;
      after?: string | null;
      session_id?: string | null;
    }): Promise<{
      contexts: Array<{
        access_count: number;
        archived?: boolean;
        audience: "group" | "private" | "shared";
        causality: Record<string, unknown> | null;
        content: string;
        created: string;
        id: string;
        last_accessed: string | null;
        metadata: Record<string, unknown>;
        project: string;
        source: string;
        sources?: Array<string>;
        tags: Array<string>;
        tier: "ACTIVE" | "ARCHIVED" | "EXPIRED" | "RECENT";
      }>;
      next?: string;
    }>;
    /** The contexts to resume from, by tier and last access. */
    load(params: {
      project: string;
      limit?: number;
      session_id?: string | null;
    }): Promise<{
      accesses_recorded?: boolean;
      contexts: Array<{
        access_count: number;
        audience: "group" | "private" | "shared";
        causality: Record<string, unknown> | null;
        content: string;
        created: string;
        id: string;
        last_accessed: string | null;
        metadata: Record<string, unknown>;
        project: string;
        quarantined?: boolean;
        source: string;
        sources?: Array<string>;
        tags: Array<string>;
        tier: "ACTIVE" | "ARCHIVED" | "EXPIRED" | "RECENT";
      }>;
    }>;
    /** The contexts likely to be needed next, with reasons. */
    predict(params: {
      project: string;
      limit?: number;
      session_id?: string | null;
    }): Promise<{
      contexts: Array<{
        access_count: number;
        audience: "group" | "private" | "shared";
        causality: Record<string, unknown> | null;
        content: string;
        created: string;
        id: string;
        last_accessed: string | null;
        metadata: Record<string, unknown>;
        project: string;
        quarantined?: boolean;
        reasons: Array<string>;
        score: number;
        source: string;
        sources?: Array<string>;
        tags: Array<string>;
        tier: "ACTIVE" | "ARCHIVED" | "EXPIRED" | "RECENT";
        why: Record<string, number>;
      }>;
    }>;
    /** Archive EXPIRED contexts, the least valuable first. */
    prune_expired(params?: {
      limit?: number | null;
      project?: string | null;
      dry_run?: boolean;
      session_id?: string | null;
      progress?: string | null;
    }): Promise<{
      ids: Array<string>;
      pruned: number;
    }>;
    /** Save the current tiers. */
    recalculate_tiers(params?: {
      project?: string | null;
      session_id?: string | null;
    }): Promise<{
      updated: number;
    }>;
    /** Bring a pruned context back. */
    restore(params: {
      id: string;
      session_id?: string | null;
    }): Promise<{
      id: string;
      status: "already_active" | "restored";
    }>;
    /** Save a snapshot of work in a project. */
    save(params: {
      project: string;
      content: string;
      source?: string | null;
      metadata?: Record<string, unknown> | null;
      tags?: Array<string> | null;
      causality?: {
        action_type?: string | null;
        rationale?: string | null;
        dependencies?: Array<string> | null;
        caused_by?: string | null;
      } | null;
      audience?: "group" | "private" | "shared" | null;
      session_id?: string | null;
    }): Promise<{
      access_count: number;
      audience: "group" | "private" | "shared";
      causality: Record<string, unknown> | null;
      content: string;
      created: string;
      id: string;
      last_accessed: string | null;
      metadata: Record<string, unknown>;
      project: string;
      quarantined?: boolean;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      source: string;
      sources?: Array<string>;
      status: "saved";
      tags: Array<string>;
      tier: "ACTIVE" | "ARCHIVED" | "EXPIRED" | "RECENT";
    }>;
    /** Contexts that answer a question. */
    search(params: {
      query: string;
      project?: string | null;
      limit?: number;
      session_id?: string | null;
    }): Promise<{
      contexts: Array<{
        access_count: number;
        audience: "group" | "private" | "shared";
        causality: Record<string, unknown> | null;
        content: string;
        created: string;
        id: string;
        last_accessed: string | null;
        metadata: Record<string, unknown>;
        project: string;
        quarantined?: boolean;
        score: number;
        source: string;
        sources?: Array<string>;
        tags: Array<string>;
        tier: "ACTIVE" | "ARCHIVED" | "EXPIRED" | "RECENT";
        why: Record<string, number>;
      }>;
    }>;
    /** The number of contexts in each tier, and what follows from it. */
    stats(params?: {
      project?: string | null;
      session_id?: string | null;
    }): Promise<{
      indicators: Array<string>;
      tiers: {
        ACTIVE: number;
        ARCHIVED: number;
        EXPIRED: number;
        RECENT: number;
      };
      total: number;
    }>;
  };
  facts: {
    /** State a fact; a known one is reinforced. */
    add(params: {
      subject: string;
      predicate: string;
      object: string;
      source?: string;
      created?: string | null;
      valid_from?: string | null;
      valid_until?: string | null;
      supersedes?: string | null;
      audience?: "group" | "private" | "shared" | null;
      project?: string | null;
      session_id?: string | null;
    }): Promise<{
      activation: number;
      id: string;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      status: string;
      superseded?: Array<string>;
      superseded_by?: string;
    }>;
    /** State many facts, each as in facts.add; each is accepted or rejected by itself. */
    add_many(params: {
      facts: Array<unknown>;
      session_id?: string | null;
      progress?: string | null;
    }): Promise<{
      added: number;
      ids: Array<string | null>;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      reinforced: number;
      rejected: Array<{
        code: string;
        index: number;
        message: string;
      }>;
    }>;
    /** Move a fact to the archive; it can be restored. */
    archive(params: {
      id: string;
      reason?: string;
      session_id?: string | null;
    }): Promise<{
      id: string;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      status: string;
    }>;
    /** Facts that contradict each other and are not settled. */
    conflicts(params?: {
      limit?: number;
      session_id?: string | null;
    }): Promise<{
      conflicts: Array<{
        facts: Array<{
          access_count: number;
          activation: number;
          archived: boolean;
          as_of: string;
          audience: "group" | "private" | "shared";
          chain?: Array<{
            created: string;
            edited?: string;
            id: string;
            object: string;
            predicate: string;
            source: string;
            subject: string;
            superseded_by?: string;
            supersedes?: string;
            valid_from: string;
            valid_until?: string;
          }>;
          created: string;
          edited?: string;
          id: string;
          last_accessed: string | null;
          object: string;
          predicate: string;
          project?: string;
          quarantined?: boolean;
          source: string;
          sources?: Array<string>;
          subject: string;
          superseded_by?: string;
          supersedes?: string;
          valid_from: string;
          valid_until?: string;
        }>;
        predicate: string;
        subject: string;
      }>;
    }>;
    /** Correct a fact and keep its id; the history keeps the old text. */
    edit(params: {
      id: string;
      subject?: string | null;
      predicate?: string | null;
      object?: string | null;
      source?: string | null;
      valid_from?: string | null;
      valid_until?: string | null;
      session_id?: string | null;
    }): Promise<{
      id: string;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      status: string;
    }>;
    /** What the active facts are about. */
    entities(params?: {
      prefix?: string | null;
      limit?: number;
      after?: string | null;
      session_id?: string | null;
    }): Promise<{
      entities: Array<{
        as_object: number;
        as_subject: number;
        facts: number;
        name: string;
      }>;
      next?: string;
    }>;
    /** Facts by exact parts. */
    find(params?: {
      subject?: string | null;
      predicate?: string | null;
      object?: string | null;
      source?: string | null;
      project?: string | null;
      include_archived?: boolean;
      include_superseded?: boolean;
      as_of?: string | null;
      limit?: number;
      after?: string | null;
      session_id?: string | null;
    }): Promise<{
      facts: Array<{
        access_count: number;
        activation: number;
        archived: boolean;
        as_of: string;
        audience: "group" | "private" | "shared";
        chain?: Array<{
          created: string;
          edited?: string;
          id: string;
          object: string;
          predicate: string;
          source: string;
          subject: string;
          superseded_by?: string;
          supersedes?: string;
          valid_from: string;
          valid_until?: string;
        }>;
        created: string;
        edited?: string;
        id: string;
        last_accessed: string | null;
        object: string;
        predicate: string;
        project?: string;
        quarantined?: boolean;
        source: string;
        sources?: Array<string>;
        subject: string;
        superseded_by?: string;
        supersedes?: string;
        valid_from: string;
        valid_until?: string;
      }>;
      next?: string;
    }>;
    /** A fact by its id, even if archived. */
    get(params: {
      id: string;
      session_id?: string | null;
    }): Promise<{
      access_count: number;
      activation: number;
      archived: boolean;
      as_of: string;
      audience: "group" | "private" | "shared";
      chain?: Array<{
        created: string;
        edited?: string;
        id: string;
        object: string;
        predicate: string;
        source: string;
        subject: string;
        superseded_by?: string;
        supersedes?: string;
        valid_from: string;
        valid_until?: string;
      }>;
      created: string;
      edited?: string;
      id: string;
      last_accessed: string | null;
      object: string;
      predicate: string;
      project?: string;
      quarantined?: boolean;
      source: string;
      sources?: Array<string>;
      subject: string;
      superseded_by?: string;
      supersedes?: string;
      valid_from: string;
      valid_until?: string;
    }>;
    /** Import facts from an export unchanged, archived ones included: ids, activation, accesses, chains; existing ones stay. */
    import_many(params: {
      facts: Array<{
        id: string;
        subject: string;
        predicate: string;
        object: string;
        source: string;
        created: string;
        activation?: number;
        as_of?: string | null;
        last_accessed?: string | null;
        access_count?: number;
        archived?: boolean;
        audience?: "group" | "private" | "shared";
        project?: string | null;
        sources?: Array<string>;
        valid_from?: string | null;
        valid_until?: string | null;
        supersedes?: Array<string>;
        superseded_by?: string | null;
        edited?: string | null;
      }>;
      session_id?: string | null;
    }): Promise<{
      facts: Array<{
        id: string;
        message?: string;
        status: "added" | "known" | "rejected";
      }>;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
    }>;
    /** The facts around an entity. */
    neighbors(params: {
      entity: string;
      depth?: number;
      limit?: number;
      as_of?: string | null;
      include_superseded?: boolean;
      session_id?: string | null;
    }): Promise<{
      entity: string;
      facts: Array<{
        access_count: number;
        activation: number;
        archived: boolean;
        as_of: string;
        audience: "group" | "private" | "shared";
        chain?: Array<{
          created: string;
          edited?: string;
          id: string;
          object: string;
          predicate: string;
          source: string;
          subject: string;
          superseded_by?: string;
          supersedes?: string;
          valid_from: string;
          valid_until?: string;
        }>;
        created: string;
        distance: number;
        edited?: string;
        id: string;
        last_accessed: string | null;
        object: string;
        predicate: string;
        project?: string;
        quarantined?: boolean;
        source: string;
        sources?: Array<string>;
        subject: string;
        superseded_by?: string;
        supersedes?: string;
        valid_from: string;
        valid_until?: string;
      }>;
      neighbors: Array<string>;
    }>;
    /** Remove a fact, a subject or a matter for good: from files, indexes, summaries, archives, history and the backups in the directory, with what was made of it; the receipt's tombstones keep it out. */
    purge(params?: {
      id?: string | null;
      subject?: string | null;
      query?: string | null;
      tombstones?: Array<{
        at: string;
        salt: string;
        facts?: Array<string>;
        texts?: Array<string>;
        names?: Array<string>;
      }> | null;
      dry_run?: boolean;
      session_id?: string | null;
      progress?: string | null;
    }): Promise<{
      backups?: Array<string>;
      files?: Array<string>;
      id?: string;
      keys?: Array<string>;
      left?: Array<string>;
      memories?: number;
      status: "entombed" | "planned" | "purged";
      tombstones?: {
        at: string;
        facts: Array<string>;
        names: Array<string>;
        salt: string;
        texts: Array<string>;
      };
    }>;
    /** Relation types, with the number of facts of each. */
    relations(params?: {
      limit?: number;
      after?: string | null;
      session_id?: string | null;
    }): Promise<{
      next?: string;
      relations: Array<{
        facts: number;
        predicate: string;
      }>;
    }>;
    /** Make an archived fact active again. */
    restore(params: {
      id: string;
      session_id?: string | null;
    }): Promise<{
      id: string;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      status: string;
    }>;
  };
  items: {
    /** Delete an item. */
    delete(params: {
      namespace: Array<string>;
      key: string;
      session_id?: string | null;
    }): Promise<{
      key: string;
      status: "deleted";
    }>;
    /** An item by its key. */
    get(params: {
      namespace: Array<string>;
      key: string;
      session_id?: string | null;
    }): Promise<{
      audience: string;
      created: string;
      index?: boolean;
      key: string;
      namespace: Array<string>;
      project?: string;
      score?: number;
      ttl_seconds?: number;
      updated: string;
      value: unknown;
    }>;
    /** The items, by namespace and key. */
    list(params?: {
      prefix?: Array<string>;
      limit?: number;
      after?: string | null;
      session_id?: string | null;
    }): Promise<{
      items: Array<{
        created: string;
        key: string;
        namespace: Array<string>;
        updated: string;
      }>;
      next?: string;
    }>;
    /** Which namespaces have items. */
    namespaces(params?: {
      prefix?: Array<string>;
      limit?: number;
      after?: string | null;
      session_id?: string | null;
    }): Promise<{
      namespaces: Array<Array<string>>;
      next?: string;
    }>;
    /** Store a value under a namespace and a key; `if_absent` and `if_updated` refuse it if another one was faster. */
    put(params: {
      namespace: Array<string>;
      key: string;
      value: unknown;
      ttl_seconds?: number | null;
      index?: boolean;
      audience?: "group" | "private" | "shared" | null;
      project?: string | null;
      if_absent?: boolean;
      if_updated?: string | null;
      created?: string | null;
      updated?: string | null;
      session_id?: string | null;
    }): Promise<{
      key: string;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      status: "added" | "replaced";
      updated: string;
    }>;
    /** Restart the `ttl_seconds` of an item. */
    renew(params: {
      namespace: Array<string>;
      key: string;
      session_id?: string | null;
    }): Promise<{
      key: string;
      status: "kept" | "renewed";
    }>;
    /** Items by their values: words or a question, fields (`{field: value}` or `{field: {$gte: 3}}`), or both. */
    search(params: {
      prefix: Array<string>;
      query?: string | null;
      filter?: Record<string, unknown> | null;
      limit?: number;
      offset?: number;
      session_id?: string | null;
    }): Promise<{
      items: Array<{
        audience: string;
        created: string;
        index?: boolean;
        key: string;
        namespace: Array<string>;
        project?: string;
        score?: number;
        ttl_seconds?: number;
        updated: string;
        value: unknown;
      }>;
    }>;
  };
  jobs: {
    /** Claim the next job for a model; nil if there is none, or none is loaded yet. */
    claim(params?: {
      kinds?: Array<"condense" | "daily" | "leaf" | "merge" | "settle"> | null;
      lease_seconds?: number;
      session_id?: string | null;
    }): Promise<{
      expires: string;
      job_id: string;
      kind: string;
      level?: string;
      messages: Array<{
        content: string;
        role: "assistant" | "user";
      }>;
      model?: string;
      redo?: boolean;
      target_tokens: number;
    } | null>;
    /** Jobs that are open or claimed. */
    list(params?: {
      session_id?: string | null;
    }): Promise<{
      claimed: number;
      jobs: Array<{
        expires?: string;
        job_id?: string;
        kind: string;
        level?: string;
        redo: boolean;
        since: string;
        slot: string;
        state: "leased" | "open";
        target_tokens: number;
        tokens?: number;
      }>;
    }>;
    /** Give a job back, so that another agent can take it. */
    release(params: {
      job_id: string;
      session_id?: string | null;
    }): Promise<{
      job_id: string;
      status: "already" | "released";
    }>;
    /** Extend the lease of a job. */
    renew(params: {
      job_id: string;
      lease_seconds?: number;
      session_id?: string | null;
    }): Promise<{
      expires: string;
      job_id: string;
    }>;
    /** Submit the model's output. */
    submit(params: {
      job_id: string;
      text?: string | null;
      result?: Record<string, unknown> | null;
      session_id?: string | null;
    }): Promise<{
      key: string;
      redacted?: Array<{
        count: number;
        kind: string;
      }>;
      status: "accepted" | "already";
    }>;
  };
  maintenance: {
    /** Add a question to knowledge-graph/canary-facts.json. */
    canary_add(params: {
      query: string;
      expected_contains: string;
    }): Promise<{
      canaries: number;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      status: "added" | "already";
    }>;
    /** Past quality probes, from knowledge-graph/canary-history.jsonl. */
    canary_history(params?: {
      limit?: number;
    }): Promise<{
      canaries: Array<Record<string, string>>;
      probes: Array<Record<string, unknown>>;
    }>;
    /** Run one maintenance action now. */
    run(params: {
      action: "clean" | "compress" | "consolidate" | "decay" | "health-check" | "hygiene" | "index" | "prune" | "quality-probe" | "rebuild" | "reconcile" | "summarize" | "tiers";
      dry_run?: boolean;
      progress?: string | null;
    }): Promise<{
      action: string;
      seconds: number;
      steps: Array<{
        counts: Record<string, number>;
        diff?: Array<string>;
        error?: string;
        reason?: string;
        seconds: number;
        status: "failed" | "ok" | "skipped";
        step: string;
      }>;
    }>;
    /** Last and next run of each kind of maintenance. */
    status(params?: Record<string, never>): Promise<{
      actions: Record<string, unknown>;
      disk: Array<{
        at: string;
        data_bytes: number;
        free_bytes: number;
      }>;
      running: Record<string, unknown> | null;
    }>;
  };
  notes: {
    /** Add a layer file. */
    add_layer(params: {
      layer: string;
      title?: string | null;
      session_id?: string | null;
    }): Promise<{
      layer: string;
      path: string;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      status: string;
    }>;
    /** Move a note to the archive; it can be restored. */
    archive(params: {
      key: string;
      reason?: string | null;
      session_id?: string | null;
    }): Promise<{
      hot?: boolean;
      key: string;
      path?: string;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      status: string;
    }>;
    /** Take a note out of the hot cache; the note stays. */
    demote(params: {
      key: string;
      session_id?: string | null;
    }): Promise<{
      hot?: boolean;
      key: string;
      path?: string;
      status: string;
    }>;
    /** Change a note's text; its hot bullet follows. */
    edit(params: {
      key: string;
      text: string;
      session_id?: string | null;
    }): Promise<{
      hot?: boolean;
      key: string;
      path?: string;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      status: string;
    }>;
    /** Demote every hot note whose slug or content contains the word. */
    forget_keyword(params: {
      word: string;
      session_id?: string | null;
    }): Promise<{
      forgotten: number;
      keys: Array<string>;
    }>;
    /** All layers and their notes. */
    layers(params?: {
      session_id?: string | null;
    }): Promise<{
      layers: Array<{
        hot: number;
        layer: string;
        notes: number;
        path: string;
      }>;
    }>;
    /** Notes by layer. */
    list(params?: {
      layer?: string | null;
      archived?: boolean;
      limit?: number;
      after?: string | null;
      session_id?: string | null;
    }): Promise<{
      next?: string;
      notes: Array<{
        archived?: boolean;
        audience: "group" | "private" | "shared";
        critical: boolean;
        hot: boolean;
        key: string;
        layer: string;
        pinned: boolean;
        project?: string;
        quarantined?: boolean;
        slug: string;
        sources?: Array<string>;
        text: string;
      }>;
    }>;
    /** Make a note hot and keep it so. */
    pin(params: {
      key: string;
      session_id?: string | null;
    }): Promise<{
      hot?: boolean;
      key: string;
      path?: string;
      status: string;
    }>;
    /** Make a note hot. */
    promote(params: {
      key: string;
      session_id?: string | null;
    }): Promise<{
      hot?: boolean;
      key: string;
      path?: string;
      status: string;
    }>;
    /** A note by its key. Within a session it is an access: later writes see it, reads within 2 s. */
    read(params: {
      key: string;
      session_id?: string | null;
    }): Promise<{
      archived?: boolean;
      audience: "group" | "private" | "shared";
      critical: boolean;
      hot: boolean;
      key: string;
      layer: string;
      pinned: boolean;
      project?: string;
      quarantined?: boolean;
      slug: string;
      sources?: Array<string>;
      text: string;
    }>;
    /** Bring an archived note back into its layer, under a new key if another note has its key. */
    restore(params: {
      key: string;
      pin?: boolean;
      session_id?: string | null;
    }): Promise<{
      beside?: string;
      hot?: boolean;
      key: string;
      path?: string;
      status: string;
    }>;
    /** Let a pinned note be demoted again. */
    unpin(params: {
      key: string;
      session_id?: string | null;
    }): Promise<{
      hot?: boolean;
      key: string;
      path?: string;
      status: string;
    }>;
    /** Write a note into a layer; on disk and in the hot cache when acknowledged. */
    write(params: {
      layer: string;
      text: string;
      slug?: string | null;
      remember?: boolean;
      critical?: boolean;
      pin?: boolean;
      audience?: "group" | "private" | "shared" | null;
      project?: string | null;
      source?: "import" | "untrusted" | null;
      sources?: Array<string>;
      session_id?: string | null;
    }): Promise<{
      hot: boolean;
      key: string;
      new_layer?: boolean;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      slug: string;
      status: string;
    }>;
  };
  projects: {
    /** The projects, and the number of memories of each kind. */
    list(params?: {
      session_id?: string | null;
    }): Promise<{
      projects: Array<{
        memories: Record<string, number>;
        project: string;
      }>;
    }>;
    /** Move facts, notes, contexts, lines of dailies and logs, and sessions from one project to another; the same call finishes an interrupted move. */
    move(params: {
      from: string;
      to: string;
      session_id?: string | null;
      progress?: string | null;
    }): Promise<{
      moved: Record<string, number>;
      project: string;
    }>;
  };
  quarantine: {
    /** Texts of tools and pages that give instructions: findable, but never passed on as memory. */
    list(params?: {
      limit?: number;
      after?: string | null;
      session_id?: string | null;
    }): Promise<{
      memories: Array<{
        at?: string;
        key: string;
        kind: string;
        project?: string;
        session_id?: string;
        text: string;
        truncated?: boolean;
      }>;
      next?: string;
    }>;
    /** Release a memory from quarantine; an edit of it is judged again. */
    release(params: {
      key: string;
    }): Promise<{
      key: string;
      status: "released";
    }>;
  };
  recall: {
    /** The preferences and decisions relevant to what an agent is about to do. */
    check(params: {
      action: string;
      k?: number | null;
      project?: string | null;
      as_of?: string | null;
      precision?: "high" | "normal";
      boost?: boolean;
      explain?: boolean;
      session_id?: string | null;
    }): Promise<{
      archived?: Array<{
        bears: "decision" | "preference";
        key: string;
        range?: {
          end: number;
          length: number;
          line: number;
          start: number;
        };
        text: string;
        truncated?: boolean;
      }>;
      results: Array<{
        activation?: number;
        also?: Array<string>;
        at?: string;
        bears: "decision" | "preference";
        confidence: number;
        created?: string;
        edited?: string;
        hot?: boolean;
        key: string;
        kind: string;
        layer?: string;
        line?: number;
        name?: string;
        object?: string;
        path: string;
        predicate?: string;
        project?: string;
        quarantined?: boolean;
        range?: {
          end: number;
          length: number;
          line: number;
          start: number;
        };
        role?: string;
        score: number;
        session_id?: string;
        source?: string;
        subject?: string;
        superseded_by?: string;
        supersedes?: string;
        text: string;
        tier?: string;
        title?: string;
        truncated?: boolean;
        valid_from?: string;
        valid_until?: string;
        why?: Record<string, number>;
      }>;
      took_ms: number;
    }>;
    /** Why a memory is not among the results of a search, in numbers. */
    explain_absent(params: {
      query: string;
      k?: number | null;
      kinds?: Array<"context" | "daily" | "fact" | "hot" | "log" | "message" | "note" | "summary"> | null;
      project?: string | null;
      layers?: Array<string> | null;
      paths?: Array<string> | null;
      in_session?: string | null;
      agent?: string | null;
      role?: "assistant" | "system" | "tool" | "user" | null;
      since?: string | null;
      until?: string | null;
      session_id?: string | null;
      key: string;
    }): Promise<{
      activation?: number;
      filters?: Array<string>;
      head?: string;
      key: string;
      last_score?: number;
      lexical?: number;
      min_similarity?: number;
      rank?: number;
      reason: "archived" | "faded" | "filtered" | "folded" | "no_candidate" | "not_indexed" | "present" | "ranked_below" | "superseded" | "unlike";
      score?: number;
      search_threshold?: number;
      similarity?: number;
      text: string;
      why?: Record<string, number>;
    }>;
    /** A memory's text by its key, or the lines of a file. */
    get(params: {
      key: string;
      from?: number;
      lines?: number | null;
      session_id?: string | null;
    }): Promise<{
      from: number;
      key: string;
      lines: number;
      next?: number;
      path: string;
      quarantined?: boolean;
      text: string;
    }>;
    /** Lines that match a regular expression (RE2). */
    grep(params: {
      pattern: string;
      paths?: Array<string> | null;
      ignore_case?: boolean;
      limit?: number;
      session_id?: string | null;
    }): Promise<{
      matches: Array<{
        line: number;
        path: string;
        text: string;
      }>;
      truncated: boolean;
    }>;
    /** The facts that answer a question, the most active first; of a query the first 10,000 characters are read. */
    query(params: {
      query: string;
      k?: number | null;
      subject?: string | null;
      predicate?: string | null;
      object?: string | null;
      project?: string | null;
      order?: "activation" | "relevance";
      include_faded?: boolean;
      include_superseded?: boolean;
      as_of?: string | null;
      precision?: "high" | "normal";
      boost?: boolean;
      explain?: boolean;
      session_id?: string | null;
    }): Promise<{
      results: Array<{
        activation?: number;
        also?: Array<string>;
        at?: string;
        confidence: number;
        created?: string;
        edited?: string;
        hot?: boolean;
        key: string;
        kind: string;
        layer?: string;
        line?: number;
        name?: string;
        object?: string;
        path: string;
        predicate?: string;
        project?: string;
        quarantined?: boolean;
        range?: {
          end: number;
          length: number;
          line: number;
          start: number;
        };
        role?: string;
        score: number;
        session_id?: string;
        source?: string;
        subject?: string;
        superseded_by?: string;
        supersedes?: string;
        text: string;
        tier?: string;
        title?: string;
        truncated?: boolean;
        valid_from?: string;
        valid_until?: string;
        why?: Record<string, number>;
      }>;
      took_ms: number;
    }>;
    /** The memories of every kind that answer a question, the most relevant first; a date as `until` includes its day, and of a query the first 10,000 characters are read. A long text just written is found by its beginning at once, by the rest within seconds. */
    search(params: {
      query: string;
      k?: number | null;
      kinds?: Array<"context" | "daily" | "fact" | "hot" | "log" | "message" | "note" | "summary"> | null;
      project?: string | null;
      layers?: Array<string> | null;
      paths?: Array<string> | null;
      in_session?: string | null;
      agent?: string | null;
      role?: "assistant" | "system" | "tool" | "user" | null;
      since?: string | null;
      until?: string | null;
      session_id?: string | null;
      offset?: number;
      max_chars?: number;
      max_tokens?: number | null;
      as_of?: string | null;
      include_superseded?: boolean;
      precision?: "high" | "normal";
      explain?: boolean;
      boost?: boolean;
    }): Promise<{
      archived?: Array<{
        key: string;
        range?: {
          end: number;
          length: number;
          line: number;
          start: number;
        };
        text: string;
        truncated?: boolean;
      }>;
      results: Array<{
        activation?: number;
        also?: Array<string>;
        at?: string;
        confidence: number;
        created?: string;
        edited?: string;
        hot?: boolean;
        key: string;
        kind: string;
        layer?: string;
        line?: number;
        name?: string;
        object?: string;
        path: string;
        predicate?: string;
        project?: string;
        quarantined?: boolean;
        range?: {
          end: number;
          length: number;
          line: number;
          start: number;
        };
        role?: string;
        score: number;
        session_id?: string;
        source?: string;
        subject?: string;
        superseded_by?: string;
        supersedes?: string;
        text: string;
        tier?: string;
        title?: string;
        truncated?: boolean;
        valid_from?: string;
        valid_until?: string;
        why?: Record<string, number>;
      }>;
      took_ms: number;
    }>;
    /** What a memory was made from, down to the message: who wrote each source, and whether it has changed since. */
    why(params: {
      key: string;
      session_id?: string | null;
    }): Promise<{
      chain: Array<{
        at?: string;
        by: {
          agent?: string;
          pid?: number;
          session?: string;
          uid: number;
        } | string;
        depth: number;
        key: string;
        kind: string;
        method?: string;
        text: string | null;
        unchanged?: boolean;
      }>;
      key: string;
      supersedes: Array<string>;
      used_by: Array<string>;
    }>;
  };
  rpc: {
    /** Cancel a long call by its progress token. */
    cancel(params: {
      token: string;
    }): Promise<{
      status: string;
      token: string;
    }>;
    /** Every method with the JSON schemas of its params and result. */
    describe(params?: Record<string, never>): Promise<{
      methods: Record<string, {
        access: string;
        errors: Array<string>;
        params: Record<string, unknown>;
        result: Record<string, unknown>;
        summary: string;
      }>;
      protocol: number;
    }>;
    /** Name the client and the capabilities that it requires. */
    hello(params?: {
      client?: {
        name: string;
        version?: string | null;
      } | null;
      required?: Array<string>;
      optional?: Array<string>;
    }): Promise<{
      capabilities: Array<string>;
      protocol: number;
      version: string;
    }>;
    /** Answer at once. */
    ping(params?: Record<string, never>): Promise<{
      pong: boolean;
    }>;
  };
  sessions: {
    /** Append messages; acknowledged when they are on disk. */
    append(params: {
      session_id?: string;
      messages: Array<{
        role: "assistant" | "system" | "tool" | "user";
        content: string;
        name?: string | null;
        at?: string | null;
        id?: string | null;
        source?: "import" | "untrusted" | null;
        data?: Record<string, unknown> | null;
      }>;
    }): Promise<{
      appended: number;
      directives: Array<{
        count?: number;
        directive: string;
        done: boolean;
        error?: string;
        text?: string;
      }>;
      keys: Array<string>;
      redacted: Array<{
        count: number;
        kind: string;
      }>;
    }>;
    /** What an agent reads first: the user, rules, decisions in force, open items, the last sessions. */
    brief(params?: {
      project?: string | null;
      budget_tokens?: number;
      session_id?: string | null;
    }): Promise<{
      keys: Array<string>;
      text: string;
      tokens: number;
    }>;
    /** Remove every message from a session; their lines stay in the file. */
    clear(params?: {
      session_id?: string;
    }): Promise<{
      cleared: number;
      session_id: string;
      status: "already_empty" | "cleared";
    }>;
    /** End a session; a new append resumes it. */
    end(params?: {
      session_id?: string;
    }): Promise<{
      session_id: string;
      status: "already_ended" | "ended";
    }>;
    /** Known sessions, newest first. */
    list(params?: {
      agent?: string | null;
      limit?: number;
      after?: string | null;
    }): Promise<{
      next?: string;
      sessions: Array<{
        agent: string | null;
        audience: string;
        finished: boolean;
        last_request: string;
        messages: number;
        path: string | null;
        project: string | null;
        session_id: string;
        started: string;
      }>;
    }>;
    /** Remove the last message from a session; recall and reads leave it out, and its line stays in the file. */
    pop(params?: {
      session_id?: string;
    }): Promise<{
      message: {
        agent?: string;
        at: string;
        audience: string;
        content: string;
        data?: Record<string, unknown>;
        id?: string;
        key: string;
        name?: string;
        project?: string;
        quarantined?: boolean;
        received: string;
        role: string;
        session_id: string;
        source?: string;
      } | null;
    }>;
    /** Messages of a session, in order: a page, or the `last` ones; of some `roles` only. */
    read(params?: {
      session_id?: string;
      limit?: number;
      after?: string | null;
      last?: number | null;
      roles?: Array<"assistant" | "system" | "tool" | "user"> | null;
    }): Promise<{
      messages: Array<{
        agent?: string;
        at: string;
        audience: string;
        content: string;
        data?: Record<string, unknown>;
        id?: string;
        key: string;
        name?: string;
        project?: string;
        quarantined?: boolean;
        received: string;
        role: string;
        session_id: string;
        source?: string;
      }>;
      next?: string;
    }>;
    /** Start a session, or resume a known one. */
    start(params?: {
      session_id?: string | null;
      agent?: string | null;
      project?: string | null;
      audience?: "group" | "private" | null;
      record?: boolean;
      started?: string | null;
    }): Promise<{
      resumed: boolean;
      session_id: string;
    }>;
  };
  summaries: {
    /** The memory to inject before a conversation, within budgets. */
    assemble(params?: {
      budgets?: {
        L1?: number | null;
        L2?: number | null;
        L3?: number | null;
      } | null;
      session_id?: string | null;
    }): Promise<{
      keys: Array<string>;
      message: {
        content: string;
        role: "assistant";
      } | null;
      used: {
        L1: number;
        L2: number;
        L3: number;
      };
    }>;
    /** Import summaries from an export, after their messages; existing ones stay. */
    import_many(params: {
      summaries: Array<{
        key: string;
        content: string;
      }>;
      session_id?: string | null;
    }): Promise<{
      redacted: Array<{
        count: number;
        kind: string;
      }>;
      summaries: Array<{
        key: string;
        message?: string;
        status: "added" | "known" | "rejected";
      }>;
    }>;
    /** The summaries, the newest first. */
    inspect(params?: {
      level?: "L1" | "L2" | "L3" | null;
      content?: boolean;
      limit?: number;
      after?: string | null;
      session_id?: string | null;
    }): Promise<{
      next?: string;
      summaries: Array<{
        by: "agent" | "builtin" | "command" | "hand";
        content?: string;
        first: string;
        key: string;
        last: string;
        level: "L1" | "L2" | "L3";
        merged_into: string | null;
        open: boolean;
        sessions: Array<string>;
        source_tokens: number;
        sources: Array<string>;
        stale: boolean;
        text: string;
        tokens: number;
        version: number;
        written: string;
      }>;
    }>;
    /** How far the conversation has been summarised. */
    status(params?: {
      session_id?: string | null;
    }): Promise<{
      last_entry: string | null;
      levels: {
        L1: {
          stale: number;
          summaries: number;
          tokens: number;
          unmerged: number;
          without_agent: number;
        };
        L2: {
          stale: number;
          summaries: number;
          tokens: number;
          unmerged: number;
          without_agent: number;
        };
        L3: {
          stale: number;
          summaries: number;
          tokens: number;
          unmerged: number;
          without_agent: number;
        };
      };
      waiting?: {
        messages: number;
        tokens: number;
        unread_bytes: number;
      };
    }>;
  };
  system: {
    /** Write a verified copy of the memory to a new file, or, without `path`, to a descriptor: when `rpc.progress` reports the stage `descriptors`, send one byte with it by SCM_RIGHTS. */
    backup(params?: {
      path?: string | null;
      base?: boolean;
      progress?: string | null;
    }): Promise<{
      archive_bytes: number;
      base?: string;
      files: number;
      id: string;
      missing?: Array<string>;
      path?: string;
      verified?: boolean;
    }>;
    /** Every configuration key, its value and where it was set. */
    config(params?: Record<string, never>): Promise<Record<string, unknown>>;
    /** The state of the memory, and what a person should fix. */
    health(params?: {
      session_id?: string | null;
    }): Promise<{
      health: Record<string, unknown>;
      problems: Array<{
        action: string;
        line?: number;
        path: string;
        severity?: string;
        what: string;
      }>;
      status: string;
      text: string;
    }>;
    /** The daemon: version, places, counts, connections. */
    info(params?: Record<string, never>): Promise<Record<string, unknown>>;
    /** Counters since the start, and metrics for a monitor. */
    metrics(params?: Record<string, never>): Promise<Record<string, unknown>>;
    /** Read the configuration again. */
    reload(params?: Record<string, never>): Promise<Record<string, unknown>>;
    /** Be notified of maintenance and new problems (admins) by `system.event {event, at, ...}`, and of what others write within the session's visibility by `memory.added {key, kind, at, ...}`, `memory.changed` and `memory.archived`. A slow reader misses some; `missed` says how many. */
    subscribe(params: {
      events: Array<"maintenance" | "memory.added" | "memory.archived" | "memory.changed" | "problem">;
      session_id?: string | null;
    }): Promise<{
      events: Array<string>;
    }>;
    /** Compare memory, index and files. */
    verify(params?: {
      repair?: boolean;
      progress?: string | null;
    }): Promise<{
      checked: Record<string, number>;
      problems: Array<{
        action: string;
        line?: number;
        path: string;
        severity?: string;
        what: string;
      }>;
      status: string;
    }>;
  };
}
